package florin.bench.drill;

import florin.bench.crash.CrashCommand;
import florin.bench.simulate.SimulateCommand;
import florin.bench.webhook.TakeoverCommand;
import florin.bench.webhook.WebhookDrillCommand;
import picocli.CommandLine.Command;

/** `./florin drill`: what can be broken, one command each. */
@Command(
    name = "drill",
    description =
        "Break a service on purpose and check that no payment is lost. It is a service of its own, on a temporary folder.",
    subcommands = {
      CrashCommand.class,
      SimulateCommand.class,
      KillCommand.class,
      WebhookDrillCommand.class,
      TakeoverCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
public final class DrillCommand {}
