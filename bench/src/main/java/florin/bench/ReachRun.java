package florin.bench;

import florin.bench.Pairs.Side;
import florin.bench.jdbc.StatementCount;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.rows.Stock;
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
import java.util.function.Consumer;

/** Measures the cost of a payment and compares it with its goals. */
final class ReachRun {
  private static final int FEW_CONNECTIONS = 64;
  private static final int MANY_CONNECTIONS = 256;

  /** PostgreSQL's connections are limited, so the fastest of these counts. */
  private static final List<Integer> PLAIN_CONNECTIONS = List.of(4, 8, 16, 32);

  private final Plan plan;
  private final Path parent;
  private final Consumer<String> progress;
  private final PaymentsScenario payments = new PaymentsScenario("", true);
  private final List<Measurement> lines = new ArrayList<>();
  private final List<Goal> goals = new ArrayList<>();

  /**
   * The size of a run.
   *
   * @param pairs how often both sides of a comparison are measured
   * @param time duration of a measurement
   * @param warmUp duration of the same load before it, for the JIT compiler
   * @param rows number of stored payments that counts as many; 0 skips that part
   */
  record Plan(int pairs, Duration time, Duration warmUp, long rows) {
    Limits load(int connections) {
      return new Limits(connections, time, Long.MAX_VALUE);
    }

    /**
     * Returns the warm-up for scenarios that share nearly all code with payments, which are already
     * warm.
     */
    Limits shortWarmUp(int connections) {
      return new Limits(connections, warmUp.dividedBy(4), Long.MAX_VALUE);
    }

    Limits fullWarmUp() {
      return new Limits(FEW_CONNECTIONS, warmUp, Long.MAX_VALUE);
    }
  }

  /**
   * Creates a run.
   *
   * @param parent parent of the temporary data folders
   * @param progress receives the name of each step when it starts
   */
  ReachRun(Plan plan, Path parent, Consumer<String> progress) {
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
    try (DataFolder folder = DataFolder.create(parent);
        ServiceProcess service = ServiceProcess.start(folder, FullRun.UNLIMITED)) {
      progress.accept("warm-up");
      payments.run(service, plan.fullWarmUp());
      comparePlain(service);
      compareSavedMethod(service);
      compareTold(service);
      measureRetrieval(service);
      if (plan.rows() > 0) {
        compareStored(service);
      }
      progress.accept("statements of a payment");
      StatementCount statements = StatementCount.hear(folder);
      add(
          Goal.note(
              "SQL statements of a payment's batches", statements + " = " + statements.sum()));
      return new Report(Machine.of(service), loadBefore, lines, goals);
    }
  }

  private void comparePlain(ServiceProcess service) throws IOException, SQLException {
    PlainScenario plain = PlainScenario.beside(service);
    Limits best = plan.load(best(plain, service));
    Pairs few = compare(side(payments, service, FEW_CONNECTIONS), new Side(plain, service, best));
    costOf(few);
    add(Goal.rate("payments over three plain inserts, 64 connections", few, 0.9));
    payments.run(service, plan.shortWarmUp(MANY_CONNECTIONS));
    Pairs many = compare(side(payments, service, MANY_CONNECTIONS), new Side(plain, service, best));
    add(Goal.rate("payments over three plain inserts, 256 connections", many, 1.2));
  }

  private void costOf(Pairs payments) {
    add(
        Goal.atMost(
            "CPU of a payment, service and PostgreSQL",
            "%,.0f µs",
            payments.our(Measurement::servedMicros),
            450));
    add(Goal.atMost("WAL of a payment", "%,.0f bytes", payments.our(Measurement::walBytes), 6144));
    add(
        Goal.atMost(
            "WAL records of a payment", "%,.1f", payments.our(Measurement::walRecords), 26));
    add(Goal.atMost("p99 of payments", "%,.1f ms", payments.our(each -> each.millis(99)), 50));
    add(Goal.note("changesets per batch", payments.ours().getFirst().cost().changesetsPerBatch()));
  }

  private int best(PlainScenario plain, ServiceProcess service) throws IOException, SQLException {
    var tried = new ArrayList<Measurement>();
    for (int connections : PLAIN_CONNECTIONS) {
      progress.accept(plain.title() + ", " + connections + " connections");
      tried.add(Measurement.take(plain, service, plan.shortWarmUp(connections)).requireNoErrors());
    }
    return Measurement.fastest(tried).connections();
  }

  private void compareSavedMethod(ServiceProcess service) throws IOException, SQLException {
    progress.accept("customers with saved cards");
    SavedMethodScenario saved = SavedMethodScenario.of(service);
    saved.run(service, plan.shortWarmUp(FEW_CONNECTIONS));
    Pairs pairs =
        compare(side(saved, service, FEW_CONNECTIONS), side(payments, service, FEW_CONNECTIONS));
    add(Goal.processorTime("CPU of a saved card's payment over an anonymous one", pairs, 1.5));
  }

  private void compareTold(ServiceProcess service) throws IOException, SQLException {
    var told = new ToldScenario(payments);
    told.run(service, plan.shortWarmUp(FEW_CONNECTIONS));
    Pairs pairs =
        compare(side(told, service, FEW_CONNECTIONS), side(payments, service, FEW_CONNECTIONS));
    add(Goal.rate("payments with a webhook endpoint over none", pairs, 0.7));
  }

  private void measureRetrieval(ServiceProcess service) throws IOException, SQLException {
    GetScenario retrieval = Retrieval.ofStored(service);
    progress.accept(retrieval.title());
    Measurement measured =
        Measurement.take(
                retrieval, service, plan.shortWarmUp(FEW_CONNECTIONS), plan.load(FEW_CONNECTIONS))
            .requireNoErrors();
    lines.add(measured);
    add(Goal.perSecond("retrieval ≥ 22,000/s", measured, 22_000));
  }

  /** Compares a service with many stored payments with one that has only this run's payments. */
  private void compareStored(ServiceProcess service) throws IOException, SQLException {
    String note = String.format(Locale.ROOT, " on %,d stored", plan.rows());
    progress.accept("payments" + note);
    try (DataFolder folder = DataFolder.create(parent);
        ServiceProcess stocked = ServiceProcess.start(folder, FullRun.UNLIMITED)) {
      Stock.of(stocked, plan.rows()).fillTo(plan.rows());
      var beside = new PaymentsScenario(note, true);
      beside.run(stocked, plan.fullWarmUp());
      Pairs pairs =
          compare(side(beside, stocked, FEW_CONNECTIONS), side(payments, service, FEW_CONNECTIONS));
      add(Goal.rate("payments" + note + " over few", pairs, 0.9));
    }
  }

  private Side side(Scenario scenario, ServiceProcess service, int connections) {
    return new Side(scenario, service, plan.load(connections));
  }

  private Pairs compare(Side ours, Side other) throws IOException, SQLException {
    progress.accept(ours.scenario().title() + ", alternately with " + other.scenario().title());
    Pairs pairs = Pairs.take(plan.pairs(), ours, other);
    lines.add(Measurement.median(pairs.ours()));
    lines.add(Measurement.median(pairs.others()));
    return pairs;
  }

  /**
   * Adds a result and prints it immediately. A run takes long, and a failure would lose the earlier
   * results.
   */
  private void add(Goal goal) {
    goals.add(goal);
    progress.accept("  " + goal.line());
  }
}
