package florin.bench.webhook;

import florin.bench.service.DataFolder;
import florin.bench.service.ServiceProcess;
import florin.core.Id.EventId;
import florin.db.Db;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Kills a service again and again while customers are made, and then compares: every event that is
 * in the database must have come, none that is not, and how many came twice.
 */
public final class WebhookDrill {
  private static final int SENDERS = 8;

  /** What the last life has left waits for the end of its lease. */
  private static final Duration LONGEST_REST = Duration.ofMinutes(4);

  private static final int ID_LENGTH = 30; // evt_ and 26 characters
  private static final String ID_FIELD = "{\"id\":\"";

  private final Map<String, AtomicInteger> came = new ConcurrentHashMap<>();

  private WebhookDrill() {}

  /**
   * @param seconds of load before each kill
   */
  public record Options(int rounds, int seconds, Path folder) {}

  /**
   * @param missing committed events that never came
   * @param invented events that came and were never committed
   * @param duplicates deliveries beyond the first of their event
   */
  public record Report(int events, int missing, int invented, int duplicates) {
    public boolean holds() {
      return missing == 0 && invented == 0;
    }
  }

  public static Report run(Options options, Consumer<String> out)
      throws IOException, InterruptedException {
    return new WebhookDrill().drill(options, out);
  }

  private Report drill(Options options, Consumer<String> out)
      throws IOException, InterruptedException {
    try (DataFolder data = DataFolder.create(options.folder());
        var server = new MerchantServer(this::take)) {
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
                  + came.size()
                  + " events have come");
        }
      }
      try (ServiceProcess service = start(data);
          var db = new Db(data.database())) {
        awaitRest(db, service);
        return compare(db);
      }
    }
  }

  private static ServiceProcess start(DataFolder data) throws IOException {
    return ServiceProcess.start(data, Map.of("FLORIN_RATE_LIMIT", "off"));
  }

  /** Makes customers until the kill, which comes in the middle. */
  private static int load(Merchant merchant, ServiceProcess service, int seconds)
      throws InterruptedException {
    var made = new AtomicInteger();
    try (var senders = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < SENDERS; i++) {
        senders.execute(() -> send(merchant, made));
      }
      TimeUnit.SECONDS.sleep(seconds);
      service.kill();
    }
    return made.get();
  }

  private static void send(Merchant merchant, AtomicInteger made) {
    try {
      while (merchant.createCustomer("0") == 200) {
        made.incrementAndGet();
      }
    } catch (UncheckedIOException _) {
      // Killed: that one may have been committed or not, the database will tell.
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitRest(Db db, ServiceProcess service) throws InterruptedException {
    long end = System.nanoTime() + LONGEST_REST.toNanos();
    while (service.isAlive() && System.nanoTime() < end && pending(db) > 0) {
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }

  private static long pending(Db db) {
    return db.list(
            "SELECT count(*) AS n FROM delivery WHERE status = 'pending'", row -> row.getLong("n"))
        .getFirst();
  }

  private Report compare(Db db) {
    List<String> committed =
        db.list(
            "SELECT id FROM event WHERE type = 'customer.created'",
            row -> new EventId(row.getObject("id", UUID.class)).text());
    Set<String> missing = new HashSet<>(committed);
    missing.removeAll(came.keySet());
    Set<String> invented = new HashSet<>(came.keySet());
    committed.forEach(invented::remove);
    int duplicates = came.values().stream().mapToInt(times -> times.get() - 1).sum();
    return new Report(committed.size(), missing.size(), invented.size(), duplicates);
  }

  private void take(String body) {
    String id = body.substring(ID_FIELD.length(), ID_FIELD.length() + ID_LENGTH);
    came.computeIfAbsent(id, _ -> new AtomicInteger()).incrementAndGet();
  }
}
