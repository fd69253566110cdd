package florin.bench.webhook;

import florin.core.Id.EventId;
import florin.db.Db;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The events received by a merchant's endpoint, for comparison with the committed ones. */
final class Arrivals {
  private static final int ID_LENGTH = 30; // evt_ and 26 characters
  private static final String ID_FIELD = "{\"id\":\"";

  private final Map<String, AtomicInteger> came = new ConcurrentHashMap<>();

  /**
   * The result of a comparison.
   *
   * @param events number of committed events
   * @param missing number of committed events that some endpoint didn't receive
   * @param invented number of received events that were never committed
   * @param duplicates number of deliveries in addition to one for each endpoint
   */
  public record Comparison(int events, int missing, int invented, int duplicates) {
    /** Returns whether there were events, and none was lost or invented. */
    public boolean holds() {
      return events > 0 && missing == 0 && invented == 0;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%d events: %d missing, %d never committed, %d duplicates (%.2f %%)",
          events,
          missing,
          invented,
          duplicates,
          events == 0 ? 0.0 : 100.0 * duplicates / events);
    }
  }

  /**
   * Records an event.
   *
   * @param body body of the delivery
   */
  void take(String body) {
    String id = body.substring(ID_FIELD.length(), ID_FIELD.length() + ID_LENGTH);
    came.computeIfAbsent(id, _ -> new AtomicInteger()).incrementAndGet();
  }

  /** Returns the number of distinct events. */
  int events() {
    return came.size();
  }

  /**
   * Compares the received events with the committed ones.
   *
   * @param endpoints number of endpoints that receive every event
   */
  Comparison compare(Db db, int endpoints) {
    List<String> committed =
        db.list(
            "SELECT id FROM event WHERE type = 'customer.created'",
            row -> new EventId(row.getObject("id", UUID.class)).text());
    long missing = committed.stream().filter(event -> times(event) < endpoints).count();
    Set<String> invented = new HashSet<>(came.keySet());
    committed.forEach(invented::remove);
    int duplicates =
        came.values().stream().mapToInt(times -> Math.max(0, times.get() - endpoints)).sum();
    return new Comparison(committed.size(), (int) missing, invented.size(), duplicates);
  }

  private int times(String event) {
    AtomicInteger times = came.get(event);
    return times == null ? 0 : times.get();
  }

  /** Returns the number of pending deliveries. */
  static long pending(Db db) {
    return db.list(
            "SELECT count(*) AS n FROM delivery WHERE status = 'pending'", row -> row.getLong("n"))
        .getFirst();
  }
}
