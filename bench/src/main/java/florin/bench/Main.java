package florin.bench;

import florin.bench.drill.DrillCommand;
import florin.bench.training.TrainCommand;
import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Runs the commands `bench` and `drill` of the entry script, and the last step of its build. Exit
 * codes: 0 for success, 1 for failure, 2 for wrong usage.
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

  /**
   * Reports a failure. If the service didn't start, its own message suffices; any other failure is
   * a bug, and its stack trace is printed.
   */
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
