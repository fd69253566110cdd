package florin.bench;

import florin.bench.bank.OldHeap;
import florin.bench.bank.StatementFile;
import florin.bench.bank.StatementFolder;
import florin.bench.bank.TransferShop;
import florin.bench.bank.TransferShop.Awaited;
import florin.bench.load.HttpLoad;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.PaymentRequests;
import florin.bench.load.Tally;
import florin.bench.service.Cost;
import florin.bench.service.DataFolder;
import florin.bench.service.Machine;
import florin.bench.service.Meter;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Measures a bank statement from its file to the last payment that it resolves. It measures entries
 * that match a payment, entries that match none, and the latency of card payments meanwhile.
 */
final class BankRun {
  private static final int CONNECTIONS = 64;
  private static final double MICROS_LIMIT = 300;
  private static final double SLOWER_LIMIT = 2;
  private static final int WARM_PART = 10;
  private static final Duration MOST_TIME = Duration.ofMinutes(30);

  private static final String SUCCEEDED =
      "SELECT count(*) FROM bank_transfer WHERE state = 'paid' AND reference IS NOT NULL";

  private static final String UNMATCHED =
      "SELECT count(*) FROM unapplied_funds WHERE kind = 'unmatched'";

  private final BankPlan plan;
  private final Path parent;
  private final Consumer<String> progress;
  private final List<Goal> goals = new ArrayList<>();

  /**
   * The size of a run.
   *
   * @param entries number of entries in each statement
   * @param rate card payments per second; 0 skips that measurement
   * @param alone duration of card payments without a statement
   * @param profile file for a JFR recording
   */
  record BankPlan(int entries, int rate, Duration alone, Duration warmUp, Optional<Path> profile) {}

  /** A service, its payers, and its bank. */
  private record Scene(
      ServiceProcess service, TransferShop shop, StatementFile bank, StatementFolder folder) {}

  /**
   * Creates a run.
   *
   * @param parent parent of the temporary data folders
   * @param progress receives the name of each step when it starts
   */
  BankRun(BankPlan plan, Path parent, Consumer<String> progress) {
    this.plan = plan;
    this.parent = parent;
    this.progress = progress;
  }

  /**
   * Runs all measurements and returns the report.
   *
   * @throws IOException if a request failed, so that the figures would be wrong
   */
  String run() throws IOException, SQLException {
    double before = Machine.load();
    try (DataFolder data = DataFolder.create(parent)) {
      Path files = data.path().resolve("bank");
      var settings = new HashMap<>(FullRun.UNLIMITED);
      settings.put("FLORIN_BANK_FOLDER", files.toString());
      Files.createDirectories(files);
      try (ServiceProcess service = ServiceProcess.start(data, Map.copyOf(settings))) {
        Machine machine = Machine.of(service);
        var shop = new TransferShop(service);
        progress.accept("warm-up");
        new PaymentsScenario("", true)
            .run(service, new Limits(CONNECTIONS, plan.warmUp(), Long.MAX_VALUE));
        int warm = Math.max(1, plan.entries() / WARM_PART);
        List<Awaited> first = shop.ask(warm);
        try (StatementFolder folder = StatementFolder.of(service, files, shop.account())) {
          var scene = new Scene(service, shop, new StatementFile(shop.iban()), folder);
          take(scene, "warm.xml", first);
          measurePaid(scene, warm);
          measureStrangers(scene);
          if (plan.rate() > 0) {
            measureBeside(scene, warm + plan.entries());
          }
        }
        return machine
            + String.format(
                Locale.ROOT, "  load average %.1f before, %.1f after%n%n", before, Machine.load())
            + Goal.table(goals).text();
      }
    }
  }

  private static void take(Scene scene, String name, List<Awaited> payments)
      throws IOException, SQLException {
    Path file = scene.folder().hidden(name);
    scene.bank().write(file, payments);
    scene.folder().put(file);
    scene.folder().awaitTaken(file, () -> {});
    scene.folder().awaitMatched(() -> {});
  }

  private void measurePaid(Scene scene, int before) throws IOException, SQLException {
    progress.accept(count() + " payments that wait for a transfer");
    List<Awaited> payments = scene.shop().ask(plan.entries());
    Path file = scene.folder().hidden("paid.xml");
    scene.bank().write(file, payments);
    progress.accept("a statement that pays all of them");
    Optional<Recording> recording =
        plan.profile().isPresent()
            ? Optional.of(Recording.start(scene.service()))
            : Optional.empty();
    measure(scene, file, "an entry that pays a payment");
    if (recording.isPresent()) {
      recording.get().stop(plan.profile().orElseThrow());
      progress.accept(Profile.read(plan.profile().orElseThrow()).toString());
    }
    require(scene.folder().count(SUCCEEDED), before + plan.entries(), "payments have succeeded");
  }

  private void measureStrangers(Scene scene) throws IOException, SQLException {
    Path file = scene.folder().hidden("unmatched.xml");
    scene.bank().writeStrangers(file, plan.entries());
    progress.accept("a statement that matches nothing");
    measure(scene, file, "an entry that matches nothing");
    require(scene.folder().count(UNMATCHED), plan.entries(), "transfers are unmatched");
  }

  /** Measures the cost until the statement is imported, and until all its entries are matched. */
  private void measure(Scene scene, Path file, String what) throws IOException, SQLException {
    var heap = new OldHeap(scene.service().pid());
    long begin = System.nanoTime();
    try (Meter meter = Meter.start(scene.service())) {
      scene.folder().put(file);
      scene.folder().awaitTaken(file, heap::look);
      Cost taken = meter.read();
      double takenIn = seconds(begin);
      scene.folder().awaitMatched(heap::look);
      Cost all = meter.read();
      double allIn = seconds(begin);
      goal(Goal.atMost("CPU of " + what, "%,.0f µs", micros(all), MICROS_LIMIT));
      goal(
          Goal.note(
              "  of which import, service + PostgreSQL",
              "%,.0f + %,.0f µs"
                  .formatted(each(taken.usage().service()), each(taken.usage().postgres()))));
      goal(
          Goal.note(
              "  total, service + PostgreSQL",
              "%,.0f + %,.0f µs"
                  .formatted(each(all.usage().service()), each(all.usage().postgres()))));
      goal(
          Goal.note("  WAL", "%,.0f bytes".formatted((double) all.wal().bytes() / plan.entries())));
      goal(
          Goal.note("  imported after, matched after", "%.1f s, %.1f s".formatted(takenIn, allIn)));
      goal(Goal.note("  changesets per batch", all.changesetsPerBatch()));
      goal(Goal.note("  old generation of the heap", heap.series()));
    }
  }

  private void measureBeside(Scene scene, int before) throws IOException, SQLException {
    progress.accept(count() + " more payments that wait for a transfer");
    List<Awaited> payments = scene.shop().ask(plan.entries());
    Path file = scene.folder().hidden("beside.xml");
    scene.bank().write(file, payments);
    progress.accept(plan.rate() + " card payments per second, alone");
    Tally alone = pay(scene.service(), plan.alone(), new AtomicBoolean());
    progress.accept("the same during a statement's import");
    var over = new AtomicBoolean();
    CompletableFuture<Tally> paying =
        CompletableFuture.supplyAsync(() -> {
          try {
            return pay(scene.service(), MOST_TIME, over);
          } catch (IOException failed) {
            throw new UncheckedIOException(failed);
          }
        });
    long begin = System.nanoTime();
    try {
      scene.folder().put(file);
      scene.folder().awaitTaken(file, () -> {});
      scene.folder().awaitMatched(() -> {});
    } finally {
      over.set(true);
    }
    double took = seconds(begin);
    Tally beside = paying.join();
    for (Tally tally : List.of(alone, beside)) {
      if (!tally.errors().isEmpty()) {
        throw new IOException("card payments: " + tally.errors());
      }
    }
    require(scene.folder().count(SUCCEEDED), before + plan.entries(), "payments have succeeded");
    double limit = SLOWER_LIMIT * millis(alone, 99);
    goal(
        Goal.atMost(
            "p99 of %d card payments per second during an import".formatted(plan.rate()),
            "%,.1f ms",
            millis(beside, 99),
            limit));
    goal(Goal.note("  alone: p50, p99, p99.9", latencies(alone)));
    goal(Goal.note("  during the import: p50, p99, p99.9", latencies(beside)));
    goal(Goal.note("  matched after", "%.1f s".formatted(took)));
  }

  private Tally pay(ServiceProcess service, Duration time, AtomicBoolean over) throws IOException {
    var requests = new PaymentRequests(service.address(), service.folder().testKey());
    String run = UUID.randomUUID().toString();
    long[] sent = {0};
    return HttpLoad.runAt(
        plan.rate(),
        service.address(),
        new Limits(CONNECTIONS, time, Long.MAX_VALUE),
        () -> {
          if (over.get()) {
            return Optional.empty();
          }
          byte[] bytes = PaymentsScenario.request(requests, Optional.of(run + "-" + sent[0]++));
          return Optional.of(() -> bytes);
        });
  }

  private static void require(long found, long expected, String what) throws IOException {
    if (found != expected) {
      throw new IOException("%,d of %,d %s".formatted(found, expected, what));
    }
  }

  private void goal(Goal goal) {
    goals.add(goal);
    progress.accept("  " + goal.line().strip());
  }

  private String count() {
    return String.format(Locale.ROOT, "%,d", plan.entries());
  }

  private double micros(Cost cost) {
    return each(cost.usage().service()) + each(cost.usage().postgres());
  }

  private double each(Duration used) {
    return used.toNanos() / 1e3 / plan.entries();
  }

  private static String latencies(Tally tally) {
    return String.format(
        Locale.ROOT,
        "%.1f, %.1f, %.1f ms",
        millis(tally, 50),
        millis(tally, 99),
        millis(tally, 99.9));
  }

  private static double millis(Tally tally, double percentile) {
    return tally.latency(percentile).toNanos() / 1e6;
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }
}
