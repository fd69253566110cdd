package florin.bench;

import florin.bench.service.DataFolder;
import florin.bench.service.Machine;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Measures everything that has a performance goal, one part after the other. */
final class FullRun {
  /** Turns off the settings that only protect the service. */
  static final Map<String, String> UNLIMITED = Map.of("FLORIN_RATE_LIMIT", "off");

  private static final Map<String, String> ONE_BY_ONE =
      Map.of("FLORIN_RATE_LIMIT", "off", "FLORIN_COMMITTERS", "off");
  private static final long MEMORY_LIMIT = 400L << 20;

  private final Plan plan;
  private final Path parent;
  private final Consumer<String> progress;
  private final List<Measurement> lines = new ArrayList<>();
  private final List<Goal> goals = new ArrayList<>();

  /**
   * Creates a run.
   *
   * @param parent parent of the temporary data folders
   * @param progress receives the name of each step when it starts
   */
  FullRun(Plan plan, Path parent, Consumer<String> progress) {
    this.plan = plan;
    this.parent = parent;
    this.progress = progress;
  }

  /**
   * Runs all measurements and returns the report.
   *
   * @throws IOException if a request failed, so that the figures would be wrong
   */
  Report run() throws IOException, SQLException {
    double loadBefore = Machine.load();
    try (DataFolder folder = DataFolder.create(parent)) {
      progress.accept("first start");
      Start first = Start.of(folder, UNLIMITED);
      Machine machine;
      Measurement payments;
      try (ServiceProcess service = first.service()) {
        machine = Machine.of(service);
        payments = measurePayments(service);
        measureRetrieval(service);
        comparePlain(service, payments);
        progress.accept("kill -9 under load");
        Start.killUnderLoad(service, plan.warmUp());
      }
      progress.accept("start after kill -9, and after a clean stop");
      goals.addAll(Start.goals(folder, first));
      compareOneByOne(folder, payments);
      compareEcho(folder, payments);
      compareStock(payments);
      return new Report(machine, loadBefore, lines, goals);
    }
  }

  private Measurement measurePayments(ServiceProcess service) throws IOException, SQLException {
    Measurement payments = take(new PaymentsScenario("", true), service);
    goals.add(Goal.slowest("payments: p99 ≤ 50 ms", payments, Duration.ofMillis(50)));
    goals.add(
        Goal.memory("memory of the JVM under load", payments.memory().service(), MEMORY_LIMIT));
    goals.add(Goal.memory("memory of PostgreSQL under load", payments.memory().postgres()));
    goals.add(Goal.note("changesets per batch", payments.cost().changesetsPerBatch()));
    return payments;
  }

  private void measureRetrieval(ServiceProcess service) throws IOException, SQLException {
    Measurement retrieval = take(Retrieval.ofStored(service), service);
    goals.add(Goal.perSecond("retrieval ≥ 20,000/s", retrieval, 20_000));
  }

  /**
   * Measures plain inserts with each number of connections. The goal compares payments with the
   * fastest one.
   */
  private void comparePlain(ServiceProcess service, Measurement payments)
      throws IOException, SQLException {
    PlainScenario plain = PlainScenario.beside(service);
    var tried = new ArrayList<Measurement>();
    for (int connections : plan.plainConnections()) {
      progress.accept(plain.title() + ", " + connections + " connections");
      tried.add(Measurement.take(plain, service, plan.plainLoad(connections)).requireNoErrors());
    }
    lines.addAll(tried);
    Measurement best = Measurement.fastest(tried);
    goals.add(Goal.share("payments over three plain inserts at their best", payments, best));
  }

  private void compareOneByOne(DataFolder folder, Measurement payments)
      throws IOException, SQLException {
    try (ServiceProcess service = ServiceProcess.start(folder, ONE_BY_ONE)) {
      Measurement oneByOne = take(new PaymentsScenario(", --committers off", true), service);
      goals.add(Goal.rate("payments over --committers off", payments, oneByOne, 3));
    }
  }

  private void compareEcho(DataFolder folder, Measurement payments)
      throws IOException, SQLException {
    try (ServiceProcess echo = EchoScenario.start(folder)) {
      Measurement ceiling = take(new EchoScenario(), echo);
      goals.add(Goal.share("payments' share of a bare HTTP echo", payments, ceiling));
    }
  }

  private void compareStock(Measurement payments) throws IOException, SQLException {
    try (DataFolder folder = DataFolder.create(parent);
        ServiceProcess service = ServiceProcess.start(folder, UNLIMITED)) {
      ListComparison lists = ListComparison.take(service, plan, progress);
      lines.addAll(lists.lines());
      goals.addAll(lists.goals());
      String note = String.format(Locale.ROOT, " on %,d stored", plan.many());
      Measurement stocked = take(new PaymentsScenario(note, true), service);
      goals.add(Goal.rate("payments" + note, stocked, payments, 0.9));
    }
  }

  private Measurement take(Scenario scenario, ServiceProcess service)
      throws IOException, SQLException {
    progress.accept(scenario.title());
    Measurement measurement =
        Measurement.take(scenario, service, plan.warmUpLoad(), plan.load()).requireNoErrors();
    lines.add(measurement);
    return measurement;
  }
}
