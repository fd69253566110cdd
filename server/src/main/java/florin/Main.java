package florin;

import florin.core.Refusal;
import florin.db.StartFailure;
import florin.vault.KeyringException;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program. Exit codes: 0 done or stopped, 1 failed, 2 wrong usage. */
@Command(
    name = "florin",
    description = "Florin, a payment processing service.",
    subcommands = {ServeCommand.class, AccountsCommand.class, KeysCommand.class},
    mixinStandardHelpOptions = true)
public final class Main {
  static final int FAILED = 1;

  private Main() {}

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    var commandLine = new CommandLine(new Main());
    commandLine.setExecutionExceptionHandler((failure, _, _) -> report(failure));
    return commandLine;
  }

  /** What the operator can mend is a sentence; anything else is a bug and shows where. */
  private static int report(Exception failure) {
    switch (failure) {
      case ConfigException _, StartFailure _, KeyringException _, Refusal _ ->
          System.err.println(failure.getMessage());
      default -> LoggerFactory.getLogger(Main.class).error("Florin failed", failure);
    }
    return FAILED;
  }
}
