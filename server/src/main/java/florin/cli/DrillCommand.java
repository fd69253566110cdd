package florin.cli;

import picocli.CommandLine.Command;

/**
 * `./florin drill`: the drills that a merchant runs. Those of the service itself need its sources.
 */
@Command(
    name = "drill",
    header = "Test a shop: lose, repeat and delay its webhooks, and compare its orders.",
    footer = "  ./florin drill shop http://127.0.0.1:3000 --secret whsec_…",
    subcommands = ShopDrillCommand.class)
final class DrillCommand {}
