package florin.bench.crash;

import florin.bench.crash.Cluster.ClusterPlan;
import florin.bench.provider.Shop;
import florin.bench.provider.Shop.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Runs a service on a PostgreSQL with a standby and kills the primary while clients pay. The drill
 * then promotes the standby, as a cluster manager would. The service must recover automatically.
 */
final class FailoverDrill {
  /** The time that it takes a cluster manager to detect the loss of the primary. */
  private static final Duration NOTICED = Duration.ofSeconds(2);

  /** The replication lag of an asynchronous standby. */
  private static final Duration BEHIND = Duration.ofSeconds(2);

  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Duration AFTERWARDS = Duration.ofSeconds(5);
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final Duration RESOLVED = Duration.ofMinutes(3);
  private static final int REPEATED = 4000;

  private final FailoverOptions options;
  private final Consumer<String> out;
  private final Verdict verdict = new Verdict();

  /**
   * The options of a drill.
   *
   * @param load time that clients pay before the kill
   * @param back maximum time from the promotion to the first payment
   * @param isAwaited whether commits wait for the standby; if not, the standby lags behind and
   *     acknowledged operations must be lost
   */
  record FailoverOptions(
      Duration load, int clients, Duration back, boolean isAwaited, long seed, Path folder) {}

  private FailoverDrill(FailoverOptions options, Consumer<String> out) {
    this.options = options;
    this.out = out;
  }

  static Verdict run(FailoverOptions options, Consumer<String> out) throws IOException {
    return new FailoverDrill(options, out).run();
  }

  private Verdict run() throws IOException {
    try (PostgresPair pair = PostgresPair.start(options.folder(), options.isAwaited());
        var cluster = new Cluster(ClusterPlan.of(options.folder(), 1), pair.url(), pair::address)) {
      try (Clients _ =
          cluster.pay(options.clients(), new SplittableRandom(options.seed()), verdict)) {
        LockSupport.parkNanos(options.load().toNanos());
        failOver(pair, cluster);
        LockSupport.parkNanos(AFTERWARDS.toNanos());
      }
      Duration open =
          new Reckoning(RESOLVED, Reckoning.DELIVERED, REPEATED).check(cluster, verdict).all();
      out.accept("everything was resolved after %.1f s".formatted(open.toMillis() / 1e3));
    }
    return verdict;
  }

  private void failOver(PostgresPair pair, Cluster cluster) throws IOException {
    if (options.isAwaited()) {
      pair.killPrimary();
    } else {
      Signals.hold(
          pair.senders(),
          () -> {
            LockSupport.parkNanos(BEHIND.toNanos());
            pair.killPrimary();
          });
    }
    long answered = cluster.journal().answers();
    long killed = System.nanoTime();
    out.accept("the primary was killed after %,d responses".formatted(answered));
    LockSupport.parkNanos(NOTICED.toNanos());
    pair.promote();
    Duration promoted = Duration.ofNanos(System.nanoTime() - killed);
    long begin = System.nanoTime();
    boolean isBack = awaitPayment(cluster, begin);
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    verdict.looked(Invariant.BACK, 1);
    if (!isBack || took.compareTo(options.back()) > 0) {
      verdict.broken(Invariant.BACK, "%d ms after the promotion".formatted(took.toMillis()));
    }
    if (!cluster.isAlive(0)) {
      verdict.broken(Invariant.BACK, "the service has ended");
    }
    out.accept(
        "the standby was promoted %.1f s later, and the next payment succeeded %.1f s after the promotion"
            .formatted(promoted.toMillis() / 1e3, took.toMillis() / 1e3));
  }

  /**
   * Waits for a payment that succeeds after the promotion, and thus is stored on the former
   * standby.
   */
  private boolean awaitPayment(Cluster cluster, long begin) throws IOException {
    var random = new SplittableRandom(options.seed());
    try (Shop shop = cluster.cards()) {
      for (int i = 0; System.nanoTime() - begin < LONGEST.toNanos(); i++) {
        String name = "failover-" + i;
        String body = Buyer.payment(name, Cards.good(random), 1000 + i, "");
        Optional<Reply> paid = shop.post("/v2/payments", body, name);
        if (paid.filter(Reply::isGood).isPresent()) {
          return true;
        }
        LockSupport.parkNanos(LOOK.toNanos());
      }
    }
    return false;
  }
}
