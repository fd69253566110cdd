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
 * Runs the service for a short time with a typical load. The JVM writes an AOT cache, from which
 * later starts benefit.
 */
final class Training {
  /** A limit that is never reached, so that the code of the rate limit is part of the training. */
  private static final Map<String, String> SETTINGS = Map.of("FLORIN_RATE_LIMIT", "1000000");

  /** The number of connections of the performance goals, so that batches have the usual size. */
  private static final int CONNECTIONS = 64;

  private static final Duration LOAD = Duration.ofSeconds(5);
  private static final long MOST_REQUESTS = 10_000;

  /** The maximum time to write the cache. It takes some seconds on an idle machine. */
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
   * Writes a cache.
   *
   * @param cache path of the cache, which is replaced atomically on success
   * @throws IOException if the training fails; an existing cache is then unchanged
   */
  static void run(Path cache) throws IOException {
    Path draft =
        cache.resolveSibling(cache.getFileName() + ".draft-" + ProcessHandle.current().pid());
    try (DataFolder folder = DataFolder.create(Path.of(System.getProperty("java.io.tmpdir")));
        var merchant = new MerchantServer(_ -> {});
        ServiceProcess service = ServiceProcess.startToLearnFrom(folder, SETTINGS, draft)) {
      live(service, merchant);
      if (!service.end(END) || !Files.exists(draft)) {
        throw new IOException("The JVM wrote no AOT cache when the service ended");
      }
      Files.move(draft, cache, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
      Files.deleteIfExists(
          draft.resolveSibling(draft.getFileName() + ".config")); // a file that the JVM creates
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
