package florin.bench.drill;

import florin.bench.drill.Invariant.Violation;
import florin.bench.load.Tally;
import florin.bench.service.DataFolder;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Kills a service under load, starts it again on what is left, and checks that every promise was
 * kept. Round by round:
 *
 * <ol>
 *   <li>a client makes payments by all kinds of cards, each with a key, and reads events;
 *   <li>the service is killed in the midst of it, its PostgreSQL with it if so wished;
 *   <li>it is started again. Half of the payments that were never answered are repeated at once, to
 *       race with the recovery, and none of these may have failed because of the kill;
 *   <li>when all is settled, every payment of the round is repeated (after the last round those of
 *       all rounds), and the client's ledger, the service's records and the network's book are held
 *       against each other, and the dashboard's figures against the payments.
 * </ol>
 */
public final class KillDrill {
  private static final Map<String, String> SETTINGS = Map.of("FLORIN_RATE_LIMIT", "off");

  /** A kill comes up to so much later than asked, so that no two hit the same point. */
  private static final int JITTER_MS = 500;

  private static final Duration LONGEST_ROUND = Duration.ofMinutes(10);

  private final Options options;
  private final Consumer<String> out;
  private final InstantSource clock = InstantSource.system();
  private final RandomGenerator random;
  private final Ledger ledger = new Ledger();

  /** A case that shows again in later rounds is one case. */
  private final Set<Violation> violations = new LinkedHashSet<>();

  /**
   * @param rounds whom to kill in each
   * @param perRound how long to make payments before the kill
   * @param plants bugs to plant in the first round
   * @param seed of the mix of cards; the moment of a kill is the machine's
   */
  record Options(
      List<Victim> rounds,
      Duration perRound,
      int connections,
      Bounds bounds,
      List<Plant> plants,
      long seed) {
    Options {
      rounds = List.copyOf(rounds);
      plants = List.copyOf(plants);
    }
  }

  /** The moment of a kill, and the load until then. */
  private record Kill(long nanoTime, Tally load) {}

  private KillDrill(Options options, Consumer<String> out) {
    this.options = options;
    this.out = out;
    this.random = new SplittableRandom(options.seed());
  }

  /**
   * Runs all rounds and returns the promises that were not kept.
   *
   * @param parent where to make the temporary data folder
   * @param out gets a line for each round
   */
  static List<Violation> run(Options options, Path parent, Consumer<String> out)
      throws IOException {
    return new KillDrill(options, out).run(parent);
  }

  private List<Violation> run(Path parent) throws IOException {
    try (DataFolder folder = DataFolder.create(parent)) {
      ServiceProcess service = ServiceProcess.start(folder, SETTINGS);
      try {
        for (int round = 1; round <= options.rounds().size(); round++) {
          service = round(round, service);
        }
      } finally {
        service.close();
      }
    }
    violations.addAll(ledger.violations());
    return List.copyOf(violations);
  }

  /** Returns the service that stands when the round is over. */
  private ServiceProcess round(int round, ServiceProcess victim) throws IOException {
    int first = ledger.size();
    Kill kill = loadAndKill(round, victim);
    ServiceProcess service = ServiceProcess.start(victim.folder(), SETTINGS);
    try {
      check(round, first, kill, service);
      return service;
    } catch (IOException | RuntimeException failed) {
      service.close();
      throw failed;
    }
  }

  private void check(int round, int first, Kill kill, ServiceProcess service) throws IOException {
    var traffic = new Traffic(service, ledger, options.connections());
    Duration backAfter = awaitServed(traffic, kill.nanoTime());
    Instant back = clock.instant();

    List<Sent> ofRound = ledger.sentFrom(first);
    List<Sent> unanswered = ofRound.stream().filter(sent -> sent.acknowledged().isEmpty()).toList();
    List<Sent> askedAgain = unanswered.subList(0, (unanswered.size() + 1) / 2);
    traffic.repeat(askedAgain);
    Instant lastAsked = clock.instant();

    try (var records = new Records(service.folder().database())) {
      var settling = new Settling(records, options.bounds(), back, clock);
      violations.addAll(settling.awaitPayments());
      Duration settledAfter = Duration.between(back, clock.instant());
      violations.addAll(settling.awaitFigures());
      violations.addAll(Comparison.ofSales(records, askedAgain));
      if (round == 1) {
        Plant.all(options.plants(), records, ledger);
      }
      boolean last = round == options.rounds().size();
      Tally repeats = traffic.repeat(last ? ledger.sent() : ofRound);
      reportRefusals(repeats);
      violations.addAll(settling.awaitNetwork(lastAsked));
      violations.addAll(Comparison.withClient(records, ledger));
      violations.addAll(settling.awaitFigures());
      records
          .figuresThatAreOff()
          .forEach(figure -> violations.add(Invariant.FIGURES_ADD_UP.broken(figure)));
      out.accept(
          "round %2d  %,7d payments sent, %d unanswered when killed  back after %.1f s  settled %.1f s later  %,d repeated%s"
              .formatted(
                  round,
                  ofRound.size(),
                  unanswered.size(),
                  backAfter.toMillis() / 1e3,
                  settledAfter.toMillis() / 1e3,
                  repeats.answers(),
                  refusals(kill.load())));
    }
  }

  /** What the killed service answered that is no acknowledgement, which it may while it dies. */
  private static String refusals(Tally load) {
    return load.statuses().entrySet().stream()
        .filter(status -> status.getKey() != 200 && status.getKey() != 402)
        .map(status -> "  " + status.getValue() + " answered " + status.getKey())
        .collect(Collectors.joining());
  }

  private Kill loadAndKill(int round, ServiceProcess service) throws IOException {
    var traffic = new Traffic(service, ledger, options.connections());
    CompletableFuture<Tally> load =
        CompletableFuture.supplyAsync(() -> unchecked(traffic), Thread::startVirtualThread);
    long timeMs = options.perRound().toMillis() + random.nextInt(JITTER_MS);
    try {
      Tally early = load.get(timeMs, TimeUnit.MILLISECONDS);
      violations.add(
          Invariant.RUNS_UNTIL_KILLED.broken(
              "round " + round + ": all connections were lost after " + early.elapsed()));
    } catch (TimeoutException inTheMidstOfIt) {
      // this is the moment
    } catch (ExecutionException failed) {
      throw new IOException("the load failed", failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupted);
    }
    long now = System.nanoTime();
    switch (options.rounds().get(round - 1)) {
      case SERVICE -> service.kill();
      case SERVICE_AND_POSTGRES -> service.killWithPostgres();
    }
    return new Kill(now, load.join());
  }

  private Tally unchecked(Traffic traffic) {
    try {
      return traffic.mixed(LONGEST_ROUND, random);
    } catch (IOException failed) {
      throw new CompletionException(failed);
    }
  }

  private Duration awaitServed(Traffic traffic, long killed) throws IOException {
    boolean served = traffic.isServed();
    Duration after = Duration.ofNanos(System.nanoTime() - killed);
    if (!served || after.compareTo(options.bounds().back()) > 0) {
      violations.add(
          Invariant.BACK_IN_TIME.broken(
              served ? "it took " + after.toMillis() + " ms" : "the first request was refused"));
    }
    return after;
  }

  /** With all settled, a repeated key has nothing to wait for. */
  private void reportRefusals(Tally repeats) {
    repeats
        .statuses()
        .forEach((status, count) -> {
          if (status != 200 && status != 402) {
            violations.add(
                Invariant.SAME_ANSWER.broken(count + " repeats were answered " + status));
          }
        });
    if (repeats.lostRequests() > 0) {
      violations.add(
          Invariant.RUNS_UNTIL_KILLED.broken(repeats.lostRequests() + " repeats were lost"));
    }
  }
}
