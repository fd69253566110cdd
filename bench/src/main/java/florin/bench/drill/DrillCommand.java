package florin.bench.drill;

import florin.bench.books.BooksCommand;
import florin.bench.crash.CrashCommand;
import florin.bench.crash.FailoverCommand;
import florin.bench.crash.KillCommand;
import florin.bench.crash.RollingCommand;
import florin.bench.crash.SkewCommand;
import florin.bench.fuzz.FuzzCommand;
import florin.bench.overload.OverloadCommand;
import florin.bench.simulate.SimulateCommand;
import florin.bench.webhook.TakeoverCommand;
import florin.bench.webhook.WebhookDrillCommand;
import picocli.CommandLine.Command;

/** Implements `./florin drill`, with one subcommand for each drill. */
@Command(
    name = "drill",
    description =
        "Inject faults into a service and check that no payment is lost. The drills start services of their own on temporary folders. ./florin drill shop --help is about the drill for your own shop.",
    subcommands = {
      CrashCommand.class,
      SimulateCommand.class,
      FuzzCommand.class,
      KillCommand.class,
      OverloadCommand.class,
      WebhookDrillCommand.class,
      TakeoverCommand.class,
      BooksCommand.class,
      RollingCommand.class,
      FailoverCommand.class,
      SkewCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
public final class DrillCommand {}
