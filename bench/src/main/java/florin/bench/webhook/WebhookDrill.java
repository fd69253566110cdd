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
 * Kills a service repeatedly while customers are created. Then every event in the database must
 * have been delivered, and no other. Duplicates are counted.
 */
public final class WebhookDrill {
  /** The maximum wait for the last deliveries, whose leases must end first. */
  private static final Duration LONGEST_REST = Duration.ofMinutes(4);

  private final Arrivals arrivals = new Arrivals();

  private WebhookDrill() {}

  /**
   * The options of a drill.
   *
   * @param seconds duration of the load before each kill, from the first customer on
   */
  public record Options(int rounds, int seconds, Path folder) {}

  /** Runs the drill. The consumer receives its progress. */
  public static Comparison run(Options options, Consumer<String> out)
      throws IOException, InterruptedException {
    return new WebhookDrill().drill(options, out);
  }

  private Comparison drill(Options options, Consumer<String> out)
      throws IOException, InterruptedException {
    try (DataFolder data = DataFolder.create(options.folder());
        var server = new MerchantServer(arrivals::take)) {
      for (int round = 1; round <= options.rounds(); round++) {
        try (ServiceProcess service = start(data);
            var merchant = new Merchant(service.address(), data.testKey())) {
          if (round == 1) {
            merchant.createEndpoint(server.url("/works"));
          }
          int made = load(merchant, service, options.seconds());
          out.accept(
              "round "
                  + round
                  + ": killed after "
                  + made
                  + " customers, "
                  + arrivals.events()
                  + " events received");
        }
      }
      try (ServiceProcess service = start(data);
          var db = new Db(data.database())) {
        awaitRest(db, service);
        return arrivals.compare(db, 1);
      }
    }
  }

  private static ServiceProcess start(DataFolder data) throws IOException {
    return ServiceProcess.start(data, Map.of("FLORIN_RATE_LIMIT", "off"));
  }

  /**
   * Creates customers until the service is killed under load. Returns the number of acknowledged
   * customers.
   */
  private static int load(Merchant merchant, ServiceProcess service, int seconds)
      throws InterruptedException {
    try (var load = CustomerLoad.start(merchant)) {
      load.awaitFirst();
      TimeUnit.SECONDS.sleep(seconds);
      service.kill();
      return load.awaitEnd();
    }
  }

  private static void awaitRest(Db db, ServiceProcess service) throws InterruptedException {
    long end = System.nanoTime() + LONGEST_REST.toNanos();
    while (service.isAlive() && System.nanoTime() < end && Arrivals.pending(db) > 0) {
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }
}
