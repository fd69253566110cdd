package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.db.Db;
import florin.job.BackgroundJob;
import florin.webhook.DeliveryAttempts.PostOutcome;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds up the results of attempts by endpoint and hour, and writes them every few seconds. Each
 * endpoint has one row, independent of the number of attempts. The results are not in the commit
 * that records an attempt. A crash loses a few seconds of counts.
 */
final class EndpointHours implements AutoCloseable {
  static final Duration PAUSE = Duration.ofSeconds(5);

  /** The time for which hours are stored. */
  static final Duration KEPT = Duration.ofDays(8);

  private static final Logger LOG = LoggerFactory.getLogger(EndpointHours.class);

  /** The hour of an endpoint. */
  record HourOfEndpoint(Realm realm, WebhookEndpointId endpoint, Instant begins) {}

  /** The results since they were last written. */
  static final class HourTally {
    int delivered;
    int failed;
    final int[] latencies = new int[LatencyBuckets.COUNT];
  }

  private final Db db;
  private final EndpointHourStore store;
  private final Map<HourOfEndpoint, HourTally> seen = new HashMap<>();
  private final BackgroundJob job;

  EndpointHours(Db db, EndpointHourStore store) {
    this.db = db;
    this.store = store;
    this.job = BackgroundJob.start("webhook-hours", PAUSE, this::write);
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

  /** Writes the results since the last call. */
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
    job.close();
    write();
  }
}
