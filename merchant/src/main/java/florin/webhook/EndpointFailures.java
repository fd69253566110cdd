package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.db.Db;
import florin.job.BackgroundJob;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records failing endpoints, and disables those that have failed for days. It does not write an
 * endpoint's row for each delivery. Each node adds its results up and writes them every few
 * seconds, and a success only after a failure. A crash loses a few seconds of counts.
 */
final class EndpointFailures implements AutoCloseable {
  static final Duration PAUSE = Duration.ofSeconds(5);

  /**
   * The time without a success, with the number of failures below, after which an endpoint is
   * disabled.
   */
  static final Duration FAILING_TOO_LONG = Duration.ofDays(5);

  static final int FAILURES_TOO_MANY = 20;

  private static final Logger LOG = LoggerFactory.getLogger(EndpointFailures.class);

  private static final class Tally {
    final Realm realm;
    boolean succeeded;
    @Nullable Instant failing;
    int failures;

    Tally(Realm realm) {
      this.realm = realm;
    }
  }

  private final Db db;
  private final WebhookEndpointStore store;
  private final InstantSource clock;
  private final Map<WebhookEndpointId, Tally> seen = new HashMap<>();

  /** Endpoints that are known to fail: their next success must be written. */
  private final Set<WebhookEndpointId> failing = new HashSet<>();

  private final BackgroundJob job;

  EndpointFailures(Db db, WebhookEndpointStore store, InstantSource clock) {
    this.db = db;
    this.store = store;
    this.clock = clock;
    this.job = BackgroundJob.start("webhook-health", PAUSE, this::write);
  }

  synchronized void succeeded(Realm realm, WebhookEndpointId endpoint, boolean wasFailing) {
    if (wasFailing || failing.contains(endpoint)) {
      Tally all = seen.computeIfAbsent(endpoint, _ -> new Tally(realm));
      all.succeeded = true;
      all.failing = null;
      all.failures = 0;
      failing.remove(endpoint);
    }
  }

  synchronized void failed(Realm realm, WebhookEndpointId endpoint, Instant now) {
    Tally all = seen.computeIfAbsent(endpoint, _ -> new Tally(realm));
    all.failures++;
    if (all.failing == null) {
      all.failing = now;
    }
    failing.add(endpoint);
  }

  /** Writes the results since the last call. */
  boolean write() {
    Map<WebhookEndpointId, Tally> all;
    synchronized (this) {
      all = new HashMap<>(seen);
      seen.clear();
    }
    all.forEach(this::tryWrite);
    return false;
  }

  /** Writes one endpoint's tally. If that fails, only this tally is lost. */
  private void tryWrite(WebhookEndpointId endpoint, Tally tally) {
    try {
      write(endpoint, tally);
    } catch (RuntimeException failed) {
      db.requireAvailable();
      LOG.warn("the failures of {} could not be counted", endpoint, failed);
    }
  }

  private void write(WebhookEndpointId endpoint, Tally s) {
    store.noteFailures(s.realm, endpoint, s.succeeded, Optional.ofNullable(s.failing), s.failures);
    Instant since = clock.instant().minus(FAILING_TOO_LONG);
    if (s.failures > 0 && store.disableFailing(s.realm, endpoint, FAILURES_TOO_MANY, since)) {
      LOG.warn(
          "{} was disabled, because no delivery succeeded for {} days",
          endpoint,
          FAILING_TOO_LONG.toDays());
    }
  }

  @Override
  public void close() {
    job.close();
    write();
  }
}
