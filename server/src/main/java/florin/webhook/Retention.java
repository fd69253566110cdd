package florin.webhook;

import florin.idempotency.Idempotency;
import florin.job.Loop;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Deletes what is no longer kept: events with their deliveries and attempts, idempotency keys that
 * have expired, and those that publishable keys hold beyond their bound. Each step is one short
 * transaction on a bounded number of rows, and a pause follows it, so that nobody who pays feels
 * it.
 */
final class Retention implements AutoCloseable {
  /**
   * With {@link RetentionStore#BATCH}: 4,000 events a second, more than a node takes in by day and
   * night.
   */
  private static final Duration PAUSE = Duration.ofMillis(250);

  /** What has been gone through to its end and had nothing to delete is left alone for a while. */
  private static final Duration REST = Duration.ofSeconds(5);

  /** The bound counts what it holds, up to 20 ms for a realm that has reached it. */
  private static final Duration PAUSE_OF_CROWDED = Duration.ofSeconds(10);

  private final RetentionStore store;
  private final Duration kept;
  private final InstantSource clock;
  private final Walk events = new Walk();
  private final Walk keys = new Walk();
  private final Loop loop;
  private final Loop crowded;

  /** How far it has come, and whether it rests. */
  private static final class Walk {
    private boolean hasFound;
    private Instant restsUntil = Instant.MIN;

    boolean isResting(Instant now) {
      return now.isBefore(restsUntil);
    }

    void went(int deleted, boolean toTheEnd, Instant now) {
      hasFound |= deleted > 0;
      if (toTheEnd) {
        restsUntil = hasFound ? now : now.plus(REST);
        hasFound = false;
      }
    }
  }

  /**
   * @param kept how long events are
   */
  Retention(RetentionStore store, Duration kept, InstantSource clock) {
    this.store = store;
    this.kept = kept;
    this.clock = clock;
    this.loop = Loop.start("retention", PAUSE, this::step);
    this.crowded =
        Loop.start(
            "retention-crowded",
            PAUSE_OF_CROWDED,
            () -> store.deleteCrowdedKeys(Idempotency.MAX_PUBLISHABLE));
  }

  @Override
  public void close() {
    crowded.close();
    loop.close();
  }

  private boolean step() {
    Instant now = clock.instant();
    if (!events.isResting(now)) {
      events.went(store.deleteEventsBefore(now.minus(kept)), store.isAtFirstRealm(), now);
    }
    if (!keys.isResting(now)) {
      keys.went(store.deleteExpiredKeys(now), store.isAtFirstBlock(), now);
    }
    return false;
  }
}
