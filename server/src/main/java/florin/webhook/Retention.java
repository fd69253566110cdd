package florin.webhook;

import florin.job.Fitness;
import florin.job.Loop;
import florin.job.Walk;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Deletes events that are no longer kept, with their deliveries and attempts. Each step is one
 * short transaction on a bounded number of rows, and a pause follows it, so that nobody who pays
 * feels it.
 */
final class Retention implements AutoCloseable {
  /**
   * With {@link RetentionStore#BATCH}: 4,000 events a second, more than a node takes in by day and
   * night.
   */
  private static final Duration PAUSE = Duration.ofMillis(250);

  private final RetentionStore store;
  private final Duration kept;
  private final InstantSource clock;
  private final Walk events = new Walk();
  private final Loop loop;

  /**
   * @param kept how long events are
   */
  Retention(RetentionStore store, Duration kept, InstantSource clock, Fitness fitness) {
    this.store = store;
    this.kept = kept;
    this.clock = clock;
    this.loop = Loop.ofWork("retention", PAUSE, fitness, this::step);
  }

  @Override
  public void close() {
    loop.close();
  }

  private boolean step() {
    Instant now = clock.instant();
    if (!events.isResting(now)) {
      events.went(store.deleteEventsBefore(now.minus(kept)), store.isAtFirstRealm(), now);
    }
    return false;
  }
}
