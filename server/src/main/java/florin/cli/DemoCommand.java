package florin.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import florin.account.Accounts.NewAccount;
import florin.app.AddressFile;
import florin.app.Database;
import florin.app.DemoWorld;
import florin.app.DemoWorld.DemoAccount;
import florin.app.DemoWorld.DemoRequest;
import florin.config.BaseUrl;
import florin.config.Config;
import florin.demo.DemoTimeline.Counts;
import florin.demo.Plan;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** `./florin demo`: creates an account with a history of test payments. */
@Command(
    name = "demo",
    header = "Create an account with weeks of test payments to explore.",
    description =
        "The account has payments, customers, refunds, declines of every kind, and webhooks. The command never changes live mode.",
    footer = {"  ./florin demo", "  ./florin demo --payments 5000 --weeks 12 --seed 3"})
final class DemoCommand implements Callable<Integer> {
  /** The number of payments between two updates of the progress. */
  private static final int PROGRESS_STEP = 20;

  private final PrintStream out;
  private final PrintStream err;
  private final Display display;
  private final Map<String, String> environment;

  @Option(
      names = "--data",
      defaultValue = "./data",
      description = "Data folder of the service. Default: ${DEFAULT-VALUE}.")
  private Path data = Path.of("");

  @Option(
      names = "--account",
      description = "Id of the account to fill, acct_…. Default: a new account.")
  private Optional<String> account = Optional.empty();

  @Option(
      names = "--payments",
      defaultValue = "2000",
      description = "Number of payments, 200 to 50000. Default: ${DEFAULT-VALUE}.")
  private int payments;

  @Option(
      names = "--weeks",
      defaultValue = "6",
      description = "Period in weeks, 1 to 52. Default: ${DEFAULT-VALUE}.")
  private int weeks;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description =
          "The same seed produces the same history, except for ids. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Spec private CommandSpec spec = CommandSpec.create();

  DemoCommand(Terminal terminal) {
    this.err = terminal.err();
    this.display = terminal.display();
    this.out = terminal.out();
    this.environment = terminal.environment();
  }

  @Override
  public Integer call() {
    requireWithin("--payments", payments, Plan.FEWEST_PAYMENTS, Plan.MOST_PAYMENTS);
    requireWithin("--weeks", weeks, 1, Plan.MOST_WEEKS);
    var wanted =
        new DemoRequest(seed, payments, weeks, account.map(Operator::accountId), Optional.empty());
    Config config = Config.of("127.0.0.1", 0, data, environment);
    URI base =
        config.baseUrl().or(() -> AddressFile.in(data).read()).orElse(URI.create(BaseUrl.LOCAL));
    Logger log = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    Level usual = log.getLevel();
    // Unknown outcomes are part of the history. They are not news for the operator.
    log.setLevel(Level.WARN);
    try (Database database = Database.attach(config)) {
      show(
          DemoWorld.tell(config, database.address(), base, wanted, this::showProgress),
          BaseUrl.byName(base));
    } finally {
      log.setLevel(usual);
    }
    return 0;
  }

  /** Shows the number of payments so far in one line, which the next one overwrites. */
  private void showProgress(int made) {
    if (display.isTerminal() && (made % PROGRESS_STEP == 0 || made == payments)) {
      err.printf("\r%,d of %,d payments%s", made, payments, made == payments ? "\n" : "");
      err.flush();
    }
  }

  private void show(DemoAccount told, URI dashboard) {
    out.printf("account      %s  %s%n", told.account().id(), told.account().name());
    told.fresh().ifPresent(fresh -> showFresh(fresh, told.owners()));
    Counts made = told.made();
    out.printf(
        "made         %,d payments over %s: %s%n",
        made.allPayments(),
        weeks == 1 ? "1 week" : weeks + " weeks",
        made.payments().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(entry -> "%,d %s".formatted(entry.getValue(), entry.getKey().text()))
            .collect(Collectors.joining(", ")));
    out.printf(
        "             %,d customers, %,d refunds, %d webhook endpoints%n",
        made.customers(), made.refunds(), made.endpoints());
    out.printf("%nOpen %s/dashboard/payments%n", dashboard);
  }

  private void showFresh(NewAccount fresh, int owners) {
    out.printf("secret       %s%n", fresh.testSecret().text().reveal());
    out.printf("publishable  %s%n", fresh.testPublishable().text().reveal());
    out.println("Copy the secret key now. It is not shown again.");
    out.println(
        owners > 0
            ? "dashboard    Switch to the account in the menu under your initials."
            : "dashboard    There is no owner yet. Open the link that ./florin serve prints, then fill your account with --account.");
  }

  private void requireWithin(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(),
          option + " must be " + least + " to " + most + ", not " + value + ".");
    }
  }
}
