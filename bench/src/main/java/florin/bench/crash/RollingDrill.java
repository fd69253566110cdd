package florin.bench.crash;

import florin.bench.crash.Cluster.ClusterPlan;
import florin.bench.crash.Cluster.Restart;
import florin.bench.service.DataFolder;
import florin.db.Db;
import florin.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Restarts two nodes on one PostgreSQL in turn while clients pay. Each node is stopped as an
 * operator would stop it. A client retries at the other node only if its connection is refused. Any
 * other request without a response has failed.
 */
final class RollingDrill {
  private static final int NODES = 2;

  /** The time between two restarts, while both nodes work. */
  private static final Duration CALM = Duration.ofSeconds(3);

  /** The shutdown limit: 10 s for requests in flight and open connections, plus a margin. */
  private static final Duration LONGEST_END = Duration.ofSeconds(15);

  private static final Duration RESOLVED = Duration.ofMinutes(2);
  private static final int REPEATED = 2000;

  private static final String SCHEMA =
      """
      SELECT max(version::int) AS newest
        FROM flyway_schema_history
      """;

  private RollingDrill() {}

  /**
   * The options of a drill.
   *
   * @param restarts number of restarts, alternating between the nodes
   * @param from jar that the nodes are first started from; their first restart replaces it with
   *     this version
   */
  record RollingOptions(int restarts, int clients, Optional<Path> from, long seed, Path folder) {}

  static Verdict run(RollingOptions options, Consumer<String> out) throws IOException {
    var verdict = new Verdict();
    try (DataFolder folder = DataFolder.create(options.folder());
        EmbeddedPostgres postgres = EmbeddedPostgres.start(folder.path());
        var cluster =
            new Cluster(
                new ClusterPlan(options.folder(), NODES, options.from(), Set.of()),
                postgres.address().url(),
                postgres::address)) {
      int before = schema(postgres);
      try (Clients _ =
          cluster.pay(options.clients(), new SplittableRandom(options.seed()), verdict)) {
        for (int i = 0; i < options.restarts(); i++) {
          LockSupport.parkNanos(CALM.toNanos());
          Restart took = cluster.restart(i % NODES);
          look(took, i % NODES, verdict);
          out.accept(
              "node %d ended after %.1f s and was ready again after %.1f s  %,7d requests, %,d responses"
                  .formatted(
                      i % NODES + 1,
                      took.ended().toMillis() / 1e3,
                      took.served().toMillis() / 1e3,
                      cluster.journal().requests(),
                      cluster.journal().answers()));
        }
        LockSupport.parkNanos(CALM.toNanos());
      }
      cluster.journal().checkServed(verdict);
      out.accept("the schema was at version %d and is at %d".formatted(before, schema(postgres)));
      Duration open =
          new Reckoning(RESOLVED, Reckoning.DELIVERED, REPEATED).check(cluster, verdict).all();
      out.accept("everything was resolved after %.1f s".formatted(open.toMillis() / 1e3));
    }
    return verdict;
  }

  /** Checks that a node ended in an orderly way and within the limit. */
  static void look(Restart restart, int node, Verdict verdict) {
    verdict.looked(Invariant.BACK, 1);
    if (!restart.isOrderly()) {
      verdict.broken(Invariant.BACK, "node %d did not end after SIGTERM".formatted(node + 1));
    } else if (restart.ended().compareTo(LONGEST_END) > 0) {
      verdict.broken(
          Invariant.BACK,
          "node %d took %d ms to end".formatted(node + 1, restart.ended().toMillis()));
    }
  }

  private static int schema(EmbeddedPostgres postgres) {
    try (var db = new Db(postgres.address())) {
      return db.list(SCHEMA, row -> row.getInt("newest")).getFirst();
    }
  }
}
