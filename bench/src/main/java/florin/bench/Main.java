package florin.bench;

import florin.bench.drill.DrillCommand;
import florin.bench.training.TrainCommand;
import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The commands `bench` and `drill` of the entry script, and what its build ends with. Exit codes: 0
 * done, 1 failed, 2 wrong usage.
 */
@Command(
    name = "florin",
    subcommands = {BenchCommand.class, DrillCommand.class, TrainCommand.class},
    mixinStandardHelpOptions = true)
public final class Main {
  private static final int FAILED = 1;

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    var commandLine = new CommandLine(new Main());
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setExecutionExceptionHandler((failure, _, _) -> report(failure));
    return commandLine;
  }

  /** A service that does not start says why; anything else is a bug and shows where. */
  private static int report(Exception failure) {
    if (failure instanceof IOException) {
      System.err.println(failure.getMessage());
      for (Throwable why = failure.getCause(); why != null; why = why.getCause()) {
        System.err.println(why.getMessage());
      }
    } else {
      failure.printStackTrace();
    }
    return FAILED;
  }
}
