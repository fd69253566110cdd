package florin.bench;

import florin.bench.webhook.WebhooksCommand;
import picocli.CommandLine.Command;

/** `./florin bench`: what can be measured, one command each. */
@Command(
    name = "bench",
    description =
        "Measure this machine. A service of its own is started on a temporary folder, and stopped.",
    subcommands = {PaymentsCommand.class, WebhooksCommand.class},
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class BenchCommand {}
