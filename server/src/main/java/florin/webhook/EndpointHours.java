package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.db.Db;
import florin.job.Loop;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds up how attempts went, by endpoint and hour, and writes it every few seconds: one row for
 * each endpoint that was sent something, however much that was. Nothing of it is in the commit that
 * records an attempt. A crash loses a few seconds of counting.
 */
final class EndpointHours implements AutoCloseable {
  static final Duration PAUSE = Duration.ofSeconds(5);

  /** For as long as hours are. */
  static final Duration KEPT = Duration.ofDays(8);

  private static final Logger LOG = LoggerFactory.getLogger(EndpointHours.class);

  /** One endpoint's hour. */
  record HourOfEndpoint(Realm realm, WebhookEndpointId endpoint, Instant begins) {}

  /** What was seen of it since it was written last. */
  static final class HourTally {
    int delivered;
    int failed;
    final int[] latencies = new int[LatencyBuckets.COUNT];
  }

  private final Db db;
  private final EndpointHourStore store;
  private final Map<HourOfEndpoint, HourTally> seen = new HashMap<>();
  private final Loop loop;

  EndpointHours(Db db, EndpointHourStore store) {
    this.db = db;
    this.store = store;
    this.loop = Loop.start("webhook-hours", PAUSE, this::write);
  }

  synchronized void attempted(
      Realm realm, WebhookEndpointId endpoint, PostOutcome sent, Instant begun) {
    var place = new HourOfEndpoint(realm, endpoint, begun.truncatedTo(ChronoUnit.HOURS));
    HourTally tally = seen.computeIfAbsent(place, _ -> new HourTally());
    if (sent.isDelivered()) {
      tally.delivered++;
    } else {
      tally.failed++;
    }
    if (sent instanceof PostOutcome.Answered) {
      tally.latencies[LatencyBuckets.of(sent.latency().toMillis())]++;
    }
  }

  /** Writes what was seen since the last time. */
  boolean write() {
    Map<HourOfEndpoint, HourTally> all;
    synchronized (this) {
      all = new HashMap<>(seen);
      seen.clear();
    }
    all.forEach(this::tryWrite);
    return false;
  }

  /** Writes one endpoint's hour. If that fails, only this tally is lost. */
  private void tryWrite(HourOfEndpoint place, HourTally tally) {
    try {
      store.add(place, tally);
      store.deleteBefore(place, place.begins().minus(KEPT));
    } catch (RuntimeException failed) {
      db.requireAvailable();
      LOG.warn("an hour of {} could not be counted", place.endpoint(), failed);
    }
  }

  @Override
  public void close() {
    loop.close();
    write();
  }
}
