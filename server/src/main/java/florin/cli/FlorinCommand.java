package florin.cli;

import florin.app.App;
import florin.app.CommandFailure;
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
import picocli.CommandLine.Help;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** `./florin`: the root command, its help and its error messages. */
@Command(
    name = "florin",
    header = "Florin is a payment service that a company runs itself.",
    footer = {
      "  ./florin serve",
      "  ./florin payments list --status failed",
      "  ./florin COMMAND --help"
    },
    scope = ScopeType.INHERIT,
    synopsisHeading = "%n@|bold Usage|@: ",
    descriptionHeading = "%n",
    parameterListHeading = "%n@|bold Arguments|@:%n",
    optionListHeading = "%n@|bold Options|@:%n",
    commandListHeading = "%n@|bold Commands|@:%n",
    exitCodeListHeading = "%n@|bold Exit codes|@:%n",
    exitCodeList = {
      "0:The command succeeded.",
      "1:The command failed.",
      "2:A command, option, argument or setting is wrong."
    },
    footerHeading = "%n@|bold Examples|@:%n",
    mixinStandardHelpOptions = true,
    versionProvider = FlorinCommand.Version.class)
public final class FlorinCommand {
  static final int FAILED = 1;
  static final int WRONG_USAGE = 2;

  private static final int USAGE_WIDTH = 100;

  /** The groups of commands, in the order of the help. */
  private static final List<Group> GROUPS =
      List.of(
          new Group("Run", List.of(ServeCommand.class)),
          new Group(
              "Payments",
              List.of(
                  PaymentsCommand.class,
                  RefundsCommand.class,
                  ConnectorsCommand.class,
                  BankCommand.class,
                  SettlementsCommand.class)),
          new Group(
              "People and keys",
              List.of(
                  AccountsCommand.class,
                  KeysCommand.class,
                  UsersCommand.class,
                  AuditCommand.class)),
          new Group(
              "Operate",
              List.of(
                  DoctorCommand.class,
                  LedgerCommand.class,
                  BrakesCommand.class,
                  BackupCommand.class,
                  RestoreCommand.class,
                  VaultCommand.class)),
          new Group(
              "Develop",
              List.of(
                  ListenCommand.class,
                  TriggerCommand.class,
                  SandboxCommand.class,
                  DemoCommand.class,
                  DrillCommand.class,
                  CompletionCommand.class)));

  /** A group of commands in the help. */
  private record Group(String title, List<Class<?>> commands) {}

  private FlorinCommand() {}

  /**
   * Returns the command line for these words. Reading the annotations of a command takes time, so
   * if the first word names one, the others are not read.
   */
  public static CommandLine commandLine(Terminal terminal, String... words) {
    PrintStream err = terminal.err();
    var commandLine = new CommandLine(new FlorinCommand(), new CommandFactory(terminal));
    commands(words).forEach(commandLine::addSubcommand);
    commandLine
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, FlorinCommand::list);
    commandLine.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8));
    commandLine.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
    commandLine.setUsageHelpWidth(USAGE_WIDTH);
    commandLine.setParameterExceptionHandler((wrong, _) -> refuse(wrong, err));
    commandLine.setExecutionExceptionHandler((failure, _, _) -> report(failure, err));
    return commandLine;
  }

  private static List<Class<?>> commands(String... words) {
    List<Class<?>> all =
        GROUPS.stream().<Class<?>>flatMap(group -> group.commands().stream()).toList();
    var named =
        all.stream().filter(type -> words.length > 0 && name(type).equals(words[0])).toList();
    return named.isEmpty() ? all : named;
  }

  private static String name(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  /** Returns the list of commands in the root help, by group. */
  private static String list(Help help) {
    var list = new StringBuilder();
    for (Group group : GROUPS) {
      list.append(help.colorScheme().text("%n  @|bold %s|@%n".formatted(group.title())));
      for (Class<?> type : group.commands()) {
        Command command = type.getAnnotation(Command.class);
        list.append("    %-12s %s%n".formatted(command.name(), command.header()[0]));
      }
    }
    return list.toString();
  }

  /** Creates the commands and their shared options for a terminal. */
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

  /** Provides the text of `--version`. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {App.version()};
    }
  }

  /** Prints one line. The library would print the whole help of the command. */
  private static int refuse(ParameterException wrong, PrintStream err) {
    CommandSpec command = wrong.getCommandLine().getCommandSpec();
    String message =
        wrong instanceof UnmatchedArgumentException unmatched
            ? unmatched(unmatched, unmatched.getUnmatched().getFirst(), command)
            : sentence(wrong);
    err.println(message + " ./" + command.qualifiedName() + " --help shows the usage.");
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
        ? "Unexpected argument '" + typed + "'. Put quotes around a value of several words."
        : "Unknown command '" + typed + "'." + meant(typed, command);
  }

  private static String meant(String typed, CommandSpec command) {
    var words = new ArrayList<>(command.subcommands().keySet());
    words.addAll(command.optionsMap().keySet());
    return EditDistance.nearest(typed, words).map(word -> " Did you mean " + word + "?").orElse("");
  }

  /**
   * Prints one sentence if the operator can fix the cause. Any other failure is a bug, with its
   * trace.
   */
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
