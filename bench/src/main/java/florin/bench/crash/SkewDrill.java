package florin.bench.crash;

import florin.bench.agent.Rewrite;
import florin.bench.crash.Cluster.ClusterPlan;
import florin.bench.provider.Shop.Reply;
import florin.bench.service.DataFolder;
import florin.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Steps the clock of one of two nodes on one PostgreSQL while clients pay. The node must do no work
 * until its clock is right again, and the other node does all. The metrics show a node's work:
 * committed changesets and delivery attempts.
 */
final class SkewDrill {
  private static final int NODES = 2;

  /** Small and large steps, ahead and back. */
  private static final List<Duration> STEPS =
      List.of(
          Duration.ofSeconds(3),
          Duration.ofSeconds(-3),
          Duration.ofMinutes(2),
          Duration.ofMinutes(-30));

  /** The time between two steps, while both nodes work. */
  private static final Duration CALM = Duration.ofSeconds(3);

  /** The time within which a node must detect that its clock is off, and that it is right again. */
  private static final Duration NOTICED = Duration.ofSeconds(3);

  /**
   * The time for operations in flight at the step. A network call takes at most 8 s, plus its
   * commit.
   */
  private static final Duration FINISHED = Duration.ofSeconds(11);

  private static final int FAILS_ONE_IN = 10;
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Duration RESOLVED = Duration.ofMinutes(2);
  private static final int REPEATED = 2000;

  /** The time for deliveries in flight at the step. The receiver responds immediately. */
  private static final Duration DELIVERED = Duration.ofSeconds(2);

  /**
   * The maximum number of late deliveries per client. Requests in flight finish, and the node that
   * commits their events delivers them. A client has at most two requests in flight, with two
   * events each. A working node makes about a hundred deliveries per second.
   */
  private static final int LATE_OF_A_CLIENT = 4;

  /** Metrics that rise on a working node, at least one of the two. */
  private static final String COMMITS = "florin_commit_changesets_total{";

  private static final String DELIVERIES = "florin_webhook_attempts_total{";

  private final SkewOptions options;
  private final Consumer<String> out;
  private final Verdict verdict = new Verdict();

  /**
   * The options of a drill.
   *
   * @param steps number of clock steps, alternating between the nodes
   * @param idle time during which the node must do nothing
   * @param without guard to remove
   */
  record SkewOptions(
      int steps, Duration idle, int clients, Optional<Rewrite> without, long seed, Path folder) {}

  private SkewDrill(SkewOptions options, Consumer<String> out) {
    this.options = options;
    this.out = out;
  }

  static Verdict run(SkewOptions options, Consumer<String> out) throws IOException {
    return new SkewDrill(options, out).run();
  }

  private Verdict run() throws IOException {
    var rewrites = EnumSet.of(Rewrite.OWN_CLOCK);
    options.without().ifPresent(rewrites::add);
    try (DataFolder folder = DataFolder.create(options.folder());
        EmbeddedPostgres postgres = EmbeddedPostgres.start(folder.path());
        var cluster =
            new Cluster(
                new ClusterPlan(options.folder(), NODES, Optional.empty(), rewrites),
                postgres.address().url(),
                postgres::address)) {
      cluster.receiver().failFirst(FAILS_ONE_IN); // so that deliveries become due for retry
      try (Clients _ =
          cluster.pay(options.clients(), new SplittableRandom(options.seed()), verdict)) {
        for (int i = 0; i < options.steps() && verdict.holds(); i++) {
          LockSupport.parkNanos(CALM.toNanos());
          step(cluster, i % NODES, STEPS.get(i % STEPS.size()));
        }
      }
      Duration open =
          new Reckoning(RESOLVED, Reckoning.DELIVERED, REPEATED).check(cluster, verdict).all();
      out.accept("everything was resolved after %.1f s".formatted(open.toMillis() / 1e3));
    }
    return verdict;
  }

  private void step(Cluster cluster, int node, Duration step) throws IOException {
    int other = 1 - node;
    verdict.looked(Invariant.IDLE, 1);
    cluster.stepClock(node, step);
    if (!await(NOTICED, () -> isOff(cluster, node))) {
      verdict.broken(
          Invariant.IDLE, "node %d was still ready after %s".formatted(node + 1, NOTICED));
    }
    refuses(cluster.ask(node, "/v2/customers", "{}"), node, verdict);
    LockSupport.parkNanos(DELIVERED.toNanos());
    long delivered = count(cluster, node, DELIVERIES);
    LockSupport.parkNanos(FINISHED.minus(DELIVERED).toNanos());
    long late = count(cluster, node, DELIVERIES) - delivered;
    if (late > (long) LATE_OF_A_CLIENT * options.clients()) {
      verdict.broken(
          Invariant.IDLE,
          "node %d made %,d deliveries while its clock was off by %s"
              .formatted(node + 1, late, step));
    }
    long finished = work(cluster, node);
    long before = work(cluster, other);
    LockSupport.parkNanos(options.idle().toNanos());
    long done = work(cluster, node) - finished;
    long byOther = work(cluster, other) - before;
    if (done != 0) {
      verdict.broken(
          Invariant.IDLE,
          "node %d made %,d commits and deliveries in %s while its clock was off by %s"
              .formatted(node + 1, done, options.idle(), step));
    }
    cluster.stepClock(node, Duration.ZERO);
    verdict.looked(Invariant.BACK, 1);
    if (byOther == 0) {
      verdict.broken(
          Invariant.BACK,
          "node %d did no work while the other node's clock was off".formatted(other + 1));
    }
    long still = work(cluster, node);
    if (!await(NOTICED, () -> !isOff(cluster, node))
        || !await(FINISHED, () -> work(cluster, node) > still)) {
      verdict.broken(Invariant.BACK, "node %d did not resume work".formatted(node + 1));
    }
    out.accept(
        "node %d was off by %+,d s and made %,d commits and deliveries; the other node made %,d in %d s; then %,d again"
            .formatted(
                node + 1,
                step.toSeconds(),
                done,
                byOther,
                options.idle().toSeconds(),
                work(cluster, node) - still));
  }

  private static boolean isOff(Cluster cluster, int node) throws IOException {
    return cluster
        .probe(node, "/readyz")
        .filter(reply -> reply.status() == 503 && reply.at("/reason").equals("clock"))
        .isPresent();
  }

  /**
   * Checks that the node rejects requests that create something, once it reports that its clock is
   * off.
   */
  static void refuses(Optional<Reply> reply, int node, Verdict verdict) {
    boolean isRefused =
        reply
            .filter(now -> now.status() == 503 && now.at("/error/code").equals("overloaded"))
            .isPresent();
    if (!isRefused) {
      verdict.broken(
          Invariant.IDLE,
          "node %d responded to a request that creates work with status %s"
              .formatted(
                  node + 1, reply.map(now -> Integer.toString(now.status())).orElse("none")));
    }
  }

  private static long work(Cluster cluster, int node) throws IOException {
    return count(cluster, node, COMMITS) + count(cluster, node, DELIVERIES);
  }

  /** Returns the sum of all series of a metric. */
  private static long count(Cluster cluster, int node, String figure) throws IOException {
    String metrics =
        cluster
            .probe(node, "/metrics")
            .filter(Reply::isGood)
            .orElseThrow(() -> new IOException("a node's metrics are unavailable"))
            .text();
    return metrics
        .lines()
        .filter(line -> line.startsWith(figure))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** A condition to wait for. */
  private interface WaitedFor {
    boolean isSo() throws IOException;
  }

  private static boolean await(Duration patience, WaitedFor what) throws IOException {
    long end = System.nanoTime() + patience.toNanos();
    boolean isSo = what.isSo();
    while (!isSo && System.nanoTime() < end) {
      LockSupport.parkNanos(LOOK.toNanos());
      isSo = what.isSo();
    }
    return isSo;
  }
}
