package florin.bench.training;

import florin.bench.load.HttpLoad;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.Tally;
import florin.bench.pages.Visitor;
import florin.bench.service.DataFolder;
import florin.bench.service.ServiceProcess;
import florin.bench.webhook.MerchantServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A short life of the service, with some of all that it is for: what its JVM has loaded and learnt
 * then stands in a cache, and the next life begins with that.
 */
final class Training {
  /** The limit itself is to be learnt as well, and is not to be met. */
  private static final Map<String, String> SETTINGS = Map.of("FLORIN_RATE_LIMIT", "1000000");

  /** As many as the goals are measured with: then batches are of the usual size. */
  private static final int CONNECTIONS = 64;

  private static final Duration LOAD = Duration.ofSeconds(5);
  private static final long MOST_REQUESTS = 10_000;

  /** Some seconds where nothing else runs; a busy machine may take a while. */
  private static final Duration END = Duration.ofSeconds(90);

  private static final List<String> PAGES =
      List.of(
          "/dashboard",
          "/dashboard/payments",
          "/dashboard/events",
          "/dashboard/webhooks",
          "/dashboard/payments?status=succeeded");

  private Training() {}

  /**
   * @param cache stands there when all went well, whole
   * @throws IOException when it did not go well; what stood there then stands there still
   */
  static void run(Path cache) throws IOException {
    Path draft =
        cache.resolveSibling(cache.getFileName() + ".draft-" + ProcessHandle.current().pid());
    try (DataFolder folder = DataFolder.create(Path.of(System.getProperty("java.io.tmpdir")));
        var merchant = new MerchantServer(_ -> {});
        ServiceProcess service = ServiceProcess.startToLearnFrom(folder, SETTINGS, draft)) {
      live(service, merchant);
      if (!service.end(END) || !Files.exists(draft)) {
        throw new IOException("The JVM has left no cache when the service ended");
      }
      Files.move(draft, cache, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
      Files.deleteIfExists(draft.resolveSibling(draft.getFileName() + ".config")); // the JVM's own
    }
  }

  private static void live(ServiceProcess service, MerchantServer merchant) throws IOException {
    var day = new Day(service, merchant.url("/works"));
    var limits = new Limits(CONNECTIONS, LOAD, MOST_REQUESTS);
    Tally tally = HttpLoad.run(service.address(), limits, day::next);
    if (!tally.statuses().containsKey(200)) {
      throw new IOException("no request succeeded: " + tally.errors());
    }
    try (Visitor owner = Visitor.asOwner(service)) {
      for (String page : PAGES) {
        owner.see(page);
      }
    }
  }
}
