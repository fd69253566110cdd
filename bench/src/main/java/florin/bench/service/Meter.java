package florin.bench.service;

import florin.bench.load.Once;
import florin.bench.load.PaymentRequests;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Measures the resources that a service uses during a run. */
public final class Meter implements AutoCloseable {
  private final ServiceProcess service;
  private final Optional<WalMeter> wal;
  private final Map<String, Commits> commits;
  private final Usage usage;

  private Meter(ServiceProcess service, Optional<WalMeter> wal, Map<String, Commits> commits)
      throws IOException {
    this.service = service;
    this.wal = wal;
    this.commits = commits;
    this.usage = service.usage();
  }

  /** Starts a measurement. A server without a database is measured without one. */
  public static Meter start(ServiceProcess service) throws IOException, SQLException {
    if (service.folder().findPostmaster().isEmpty()) {
      return new Meter(service, Optional.empty(), Map.of());
    }
    Map<String, Commits> commits = commits(service);
    return new Meter(service, Optional.of(WalMeter.start(service.folder().database())), commits);
  }

  /**
   * Returns the resources used since the start. It reads processor time first, since reading the
   * WAL uses some.
   */
  public Cost read() throws IOException, SQLException {
    Usage used = service.usage().minus(usage);
    return wal.isEmpty()
        ? new Cost(used, Wal.NONE, Map.of())
        : new Cost(used, wal.get().read(), since(commits, commits(service)));
  }

  private static Map<String, Commits> commits(ServiceProcess service) throws IOException {
    var requests = new PaymentRequests(service.address(), service.folder().testKey());
    return Commits.read(Once.succeed(service.address(), requests.get("/metrics")));
  }

  static Map<String, Commits> since(Map<String, Commits> before, Map<String, Commits> after) {
    var since = new TreeMap<String, Commits>();
    after.forEach((group, commits) -> {
      Commits made = commits.minus(before.getOrDefault(group, new Commits(0, 0)));
      if (made.batches() > 0) {
        since.put(group, made);
      }
    });
    return since;
  }

  @Override
  public void close() throws SQLException {
    if (wal.isPresent()) {
      wal.get().close();
    }
  }
}
