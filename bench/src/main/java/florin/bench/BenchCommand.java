package florin.bench;

import florin.bench.service.FolderOption;
import florin.bench.webhook.WebhooksCommand;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Implements `./florin bench`: all measurements, with a subcommand for each single one. */
@Command(
    name = "bench",
    description = {
      "Measure payments, retrieval, lists and starts on this machine, and compare each with its goal.",
      "The command starts services of its own on temporary folders and stops them. It takes about ten minutes and 10 GB; --quick takes less than a minute.",
      "--against URL starts nothing: it applies the same payment load to a running service on this machine.",
      "Exit code 0 whether goals are reached or missed, 1 if a response was wrong or missing."
    },
    subcommands = {
      PaymentsCommand.class,
      HostedCommand.class,
      ReachCommand.class,
      WebhooksCommand.class,
      RetrieveCommand.class,
      ListsCommand.class,
      DashboardCommand.class,
      BankCommand.class,
      LedgerCommand.class,
      RetentionCommand.class,
      EchoCommand.class,
      StartCommand.class,
      JmhCommand.class
    },
    synopsisSubcommandLabel = "[COMMAND]",
    mixinStandardHelpOptions = true)
final class BenchCommand implements Callable<Integer> {
  private static final long MANY = 1_000_000;
  private static final long MANY_QUICKLY = 30_000;

  @ArgGroup(exclusive = false)
  private @Nullable AgainstOptions against;

  @Option(names = "--quick", description = "Shorter runs and fewer stored payments.")
  private boolean quick;

  @Option(
      names = "--rows",
      description =
          "Number of stored payments that counts as many (default 1000000, with --quick 30000). 10000000 takes half an hour and 60 GB.")
  private @Nullable Long rows;

  @Option(names = "--markdown", description = "Print Markdown tables.")
  private boolean markdown;

  @Mixin private FolderOption folder = new FolderOption();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    AgainstOptions other = against;
    return other == null ? measureAll() : measure(other);
  }

  private int measure(AgainstOptions other) throws IOException {
    var commandLine = Objects.requireNonNull(spec).commandLine();
    if (quick || rows != null || markdown) {
      throw new ParameterException(
          commandLine, "--against can't be combined with --quick, --rows or --markdown.");
    }
    try {
      return other.measure(System.getenv(), commandLine.getOut());
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(commandLine, String.valueOf(wrong.getMessage()), wrong);
    }
  }

  private int measureAll() throws IOException, SQLException {
    Plan plan =
        quick
            ? Plan.quick(Objects.requireNonNullElse(rows, MANY_QUICKLY))
            : Plan.full(Objects.requireNonNullElse(rows, MANY));
    var commandLine = Objects.requireNonNull(spec).commandLine();
    var run = new FullRun(plan, folder.path(), step -> commandLine.getErr().println("… " + step));
    Report report = run.run();
    commandLine.getOut().print(markdown ? report.markdown() : report.text());
    commandLine.getOut().flush();
    return 0;
  }
}
