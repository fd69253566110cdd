package florin.bench.webhook;

import florin.bench.service.DataFolder;
import florin.bench.service.ServiceProcess;
import florin.bench.webhook.Arrivals.Comparison;
import florin.db.Db;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Kills one of two nodes that deliver events from one database under load. The killed node's
 * deliveries stay leased until the lease ends. The other node must deliver them then.
 */
public final class TakeoverDrill {
  private static final int ENDPOINTS = 4;

  /** The lease that docs/guides/webhooks.md documents. */
  private static final Duration LEASE = Duration.ofSeconds(60);

  /** The time to find due deliveries, deliver them, and record the result. */
  private static final Duration AFTERWARDS = Duration.ofSeconds(10);

  /**
   * The time within which the other node finishes its own deliveries. All later ones were leased to
   * the killed node.
   */
  private static final Duration OWN_WORK = Duration.ofSeconds(5);

  private static final Duration LONGEST = LEASE.multipliedBy(3);
  private static final long LOOK_MS = 100;

  private final Arrivals arrivals = new Arrivals();

  private TakeoverDrill() {}

  /**
   * The options of a drill.
   *
   * @param seconds duration of the load before the kill
   */
  public record Options(int seconds, Path folder) {}

  /**
   * The result of a drill.
   *
   * @param left number of deliveries that were leased to the killed node
   * @param rest time from the kill until no delivery was pending
   */
  public record Report(long left, Duration rest, Comparison comparison) {
    /**
     * Returns whether the other node delivered everything in time and the killed node left
     * deliveries.
     */
    public boolean holds() {
      return left > 0 && rest.compareTo(LEASE.plus(AFTERWARDS)) <= 0 && comparison.holds();
    }
  }

  /** Runs the drill. The consumer receives its progress. */
  public static Report run(Options options, Consumer<String> out)
      throws IOException, InterruptedException {
    return new TakeoverDrill().drill(options, out);
  }

  private Report drill(Options options, Consumer<String> out)
      throws IOException, InterruptedException {
    try (DataFolder folder = DataFolder.create(options.folder());
        DataFolder otherFolder = folder.createBeside();
        var server = new MerchantServer(arrivals::take);
        ServiceProcess survivor = ServiceProcess.start(folder, Map.of("FLORIN_RATE_LIMIT", "off"));
        var merchant = new Merchant(survivor.address(), folder.testKey());
        var db = new Db(folder.database())) {
      for (int i = 0; i < ENDPOINTS; i++) {
        merchant.createEndpoint(server.url("/works/" + i));
      }
      long killed;
      try (ServiceProcess victim = startBeside(folder, otherFolder);
          var itsMerchant = new Merchant(victim.address(), folder.testKey());
          var itsLoad = CustomerLoad.start(itsMerchant);
          var _ = CustomerLoad.start(merchant)) {
        itsLoad.awaitFirst();
        TimeUnit.SECONDS.sleep(options.seconds());
        killed = System.nanoTime();
        victim.kill();
        out.accept("killed one of two nodes after " + itsLoad.awaitEnd() + " customers");
        TimeUnit.SECONDS.sleep(options.seconds());
      }
      TimeUnit.NANOSECONDS.sleep(OWN_WORK.toNanos());
      long left = Arrivals.pending(db);
      out.accept(left + " deliveries wait for the end of the killed node's leases");
      Duration rest = awaitRest(db, killed);
      return new Report(left, rest, arrivals.compare(db, ENDPOINTS));
    }
  }

  /** Starts a second node on the same database and with the same keys. */
  private static ServiceProcess startBeside(DataFolder first, DataFolder own) throws IOException {
    return ServiceProcess.start(
        own,
        Map.of(
            "FLORIN_RATE_LIMIT",
            "off",
            "FLORIN_DATABASE_URL",
            first.database().url(),
            "FLORIN_KEYS_FILE",
            first.path().resolve("keys").toString()));
  }

  private static Duration awaitRest(Db db, long since) throws InterruptedException {
    while (Arrivals.pending(db) > 0 && System.nanoTime() - since < LONGEST.toNanos()) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
    }
    return Duration.ofNanos(System.nanoTime() - since);
  }
}
