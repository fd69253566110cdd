package florin.bench.crash;

import florin.bench.service.DataFolder;
import florin.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Two nodes on one PostgreSQL, stopped as an operator stops them and started again, one after the
 * other, while clients pay. A client whose connection is refused asks the other node; nothing else
 * is asked again, and whatever is not answered has failed.
 */
final class RollingDrill {
  private static final int NODES = 2;

  /** Both at work between two restarts. */
  private static final Duration CALM = Duration.ofSeconds(3);

  private static final Duration SETTLED = Duration.ofMinutes(2);
  private static final int REPEATED = 2000;

  private RollingDrill() {}

  /**
   * @param restarts of a node, each the other one
   */
  record RollingOptions(int restarts, int clients, long seed, Path folder) {}

  static Verdict run(RollingOptions options, Consumer<String> out) throws IOException {
    var verdict = new Verdict();
    try (DataFolder folder = DataFolder.create(options.folder());
        EmbeddedPostgres postgres = EmbeddedPostgres.start(folder.path());
        var cluster =
            new Cluster(options.folder(), NODES, postgres.address().url(), postgres::address)) {
      var stop = new AtomicBoolean();
      List<Thread> clients =
          cluster.pay(options.clients(), new SplittableRandom(options.seed()), stop);
      try {
        for (int i = 0; i < options.restarts(); i++) {
          LockSupport.parkNanos(CALM.toNanos());
          Duration took = cluster.restart(i % NODES);
          out.accept(
              "node %d ended and serves again after %.1f s  %,7d asked, %,d answered"
                  .formatted(
                      i % NODES + 1,
                      took.toMillis() / 1e3,
                      cluster.journal().requests(),
                      cluster.journal().answers()));
        }
        LockSupport.parkNanos(CALM.toNanos());
      } finally {
        stop.set(true);
        clients.forEach(Buyer::join);
      }
      cluster.journal().checkServed(verdict);
      Duration open =
          new Reckoning(SETTLED, Reckoning.DELIVERED, REPEATED).check(cluster, verdict).all();
      out.accept("nothing was open any more after %.1f s".formatted(open.toMillis() / 1e3));
    }
    return verdict;
  }
}
