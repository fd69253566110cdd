package florin.cli;

import florin.app.CommandFailure;
import florin.app.ProgramVersion;
import florin.backup.BackupException;
import florin.config.ConfigException;
import florin.config.EditDistance;
import florin.core.IoReason;
import florin.core.Refusal;
import florin.db.DatabaseUnavailableException;
import florin.db.StartFailure;
import florin.vault.KeyringException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** `./florin`, and what all commands have in common. */
@Command(
    name = "florin",
    description = "Florin, a payment processing service.",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = FlorinCommand.Version.class)
public final class FlorinCommand {
  static final int FAILED = 1;
  static final int WRONG_USAGE = 2;

  private static final int USAGE_WIDTH = 100;

  private static final List<Class<?>> COMMANDS =
      List.of(
          ServeCommand.class,
          AccountsCommand.class,
          KeysCommand.class,
          PaymentsCommand.class,
          RefundsCommand.class,
          ConnectorsCommand.class,
          BankCommand.class,
          VaultCommand.class,
          UsersCommand.class,
          AuditCommand.class,
          BackupCommand.class,
          RestoreCommand.class,
          DoctorCommand.class,
          ListenCommand.class,
          TriggerCommand.class,
          DemoCommand.class);

  private FlorinCommand() {}

  /** For these words: what it can do is read from annotations, so of `serve` nothing else is. */
  public static CommandLine commandLine(Terminal terminal, String... words) {
    boolean serves = words.length > 0 && words[0].equals(ServeCommand.NAME);
    return commandLine(terminal, serves ? List.of(ServeCommand.class) : COMMANDS);
  }

  private static CommandLine commandLine(Terminal terminal, List<Class<?>> commands) {
    PrintStream err = terminal.err();
    var commandLine = new CommandLine(new FlorinCommand(), new CommandFactory(terminal));
    commands.forEach(commandLine::addSubcommand);
    commandLine.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8));
    commandLine.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
    commandLine.setUsageHelpWidth(USAGE_WIDTH);
    commandLine.setParameterExceptionHandler((wrong, _) -> refuse(wrong, err));
    commandLine.setExecutionExceptionHandler((failure, _, _) -> report(failure, err));
    return commandLine;
  }

  /** Makes the commands and what they have in common, each for the terminal it is typed at. */
  private record CommandFactory(Terminal terminal) implements IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
      for (Constructor<?> constructor : type.getDeclaredConstructors()) {
        if (List.of(constructor.getParameterTypes()).equals(List.of(Terminal.class))) {
          return type.cast(constructor.newInstance(terminal));
        }
      }
      return CommandLine.defaultFactory().create(type);
    }
  }

  /** What `--version` prints. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {ProgramVersion.text()};
    }
  }

  /** In a line, where the library would print all there is to say of the command. */
  private static int refuse(ParameterException wrong, PrintStream err) {
    CommandSpec command = wrong.getCommandLine().getCommandSpec();
    String message =
        wrong instanceof UnmatchedArgumentException unmatched
            ? unmatched(unmatched, unmatched.getUnmatched().getFirst(), command)
            : sentence(wrong);
    err.println(message + " ./" + command.qualifiedName() + " --help tells more.");
    return WRONG_USAGE;
  }

  private static String sentence(ParameterException wrong) {
    return String.valueOf(wrong.getMessage()).replaceFirst("\\.?$", ".");
  }

  private static String unmatched(
      UnmatchedArgumentException wrong, String typed, CommandSpec command) {
    if (typed.startsWith("-")) {
      return sentence(wrong) + meant(typed, command);
    }
    return command.subcommands().isEmpty()
        ? "'" + typed + "' is a word too many. Put quotes around a value of several words."
        : "There is no command '" + typed + "'." + meant(typed, command);
  }

  private static String meant(String typed, CommandSpec command) {
    var words = new ArrayList<>(command.subcommands().keySet());
    words.addAll(command.optionsMap().keySet());
    return EditDistance.nearest(typed, words).map(word -> " Did you mean " + word + "?").orElse("");
  }

  /** What the operator can mend is a sentence; anything else is a bug and shows where. */
  private static int report(Exception failure, PrintStream err) {
    switch (failure) {
      case ConfigException _ -> {
        err.println(failure.getMessage());
        return WRONG_USAGE;
      }
      case CommandFailure _,
          StartFailure _,
          KeyringException _,
          BackupException _,
          DatabaseUnavailableException _ ->
          err.println(failure.getMessage());
      case Refusal refusal -> err.println(refusal.problem().message());
      case UncheckedIOException file ->
          err.println(
              file.getMessage()
                  + ": "
                  + IoReason.of(Objects.requireNonNull(file.getCause()))
                  + ".");
      default -> LoggerFactory.getLogger(FlorinCommand.class).error("Florin failed", failure);
    }
    return FAILED;
  }
}
