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

/** What has come to a merchant's endpoint, to be held against what was committed. */
final class Arrivals {
  private static final int ID_LENGTH = 30; // evt_ and 26 characters
  private static final String ID_FIELD = "{\"id\":\"";

  private final Map<String, AtomicInteger> came = new ConcurrentHashMap<>();

  /**
   * @param events committed
   * @param missing committed events that did not come to every endpoint
   * @param invented events that came and were never committed
   * @param duplicates deliveries beyond one to each endpoint
   */
  public record Comparison(int events, int missing, int invented, int duplicates) {
    /** There was something to lose, and nothing was lost or invented. */
    public boolean holds() {
      return events > 0 && missing == 0 && invented == 0;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%d events: missing %d, of uncommitted changes %d, duplicates %d (%.2f %%)",
          events,
          missing,
          invented,
          duplicates,
          events == 0 ? 0.0 : 100.0 * duplicates / events);
    }
  }

  /** An event, as it was sent. */
  void take(String body) {
    String id = body.substring(ID_FIELD.length(), ID_FIELD.length() + ID_LENGTH);
    came.computeIfAbsent(id, _ -> new AtomicInteger()).incrementAndGet();
  }

  /** Different ones. */
  int events() {
    return came.size();
  }

  /**
   * @param endpoints that get every event
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

  /** Deliveries that are not resolved. */
  static long pending(Db db) {
    return db.list(
            "SELECT count(*) AS n FROM delivery WHERE status = 'pending'", row -> row.getLong("n"))
        .getFirst();
  }
}
