package florin;

import florin.core.Refusal;
import florin.db.StartFailure;
import florin.vault.KeyringException;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ScopeType;

/** The program. Exit codes: 0 done or stopped, 1 failed, 2 wrong usage. */
@Command(
    name = "florin",
    description = "Florin, a payment processing service.",
    subcommands = {
      ServeCommand.class,
      AccountsCommand.class,
      KeysCommand.class,
      PaymentsCommand.class,
      RefundsCommand.class,
      VaultCommand.class,
      UsersCommand.class,
      AuditCommand.class,
      ListenCommand.class,
      TriggerCommand.class,
      DemoCommand.class
    },
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
public final class Main {
  static final int FAILED = 1;

  private static final int USAGE_WIDTH = 100;

  private Main() {}

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    var commandLine = new CommandLine(new Main());
    commandLine.setUsageHelpWidth(USAGE_WIDTH);
    commandLine.setExecutionExceptionHandler((failure, _, _) -> report(failure));
    return commandLine;
  }

  /** What `--version` prints. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String ofJar = Main.class.getPackage().getImplementationVersion();
      return new String[] {"Florin " + (ofJar == null ? "(not from a jar)" : ofJar)};
    }
  }

  /** What the operator can mend is a sentence; anything else is a bug and shows where. */
  private static int report(Exception failure) {
    switch (failure) {
      case ConfigException _, StartFailure _, KeyringException _ ->
          System.err.println(failure.getMessage());
      case Refusal refusal -> System.err.println(refusal.problem().message());
      default -> LoggerFactory.getLogger(Main.class).error("Florin failed", failure);
    }
    return FAILED;
  }
}
