package florin.projection;

import florin.core.Realm;
import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Applies the committed events to a projection, each exactly once and in the order of their
 * positions. Every node has a follower. They take turns with a lock on the projection's row, and a
 * node that finds it locked skips its turn.
 */
public final class Follower implements AutoCloseable {
  /** The events in one transaction. Readers of the feed wait for its end. */
  public static final int BATCH = 2_000;

  private static final Duration PAUSE = Duration.ofMillis(500);

  private static final Duration LOOK = Duration.ofMillis(20);

  private final FollowerStore store;
  private final Projection projection;
  private final IntConsumer followed;
  private final BackgroundJob job;

  /**
   * Creates and starts the follower.
   *
   * @param followed receives the number of events in each batch
   */
  public Follower(
      FollowerStore store, Projection projection, IntConsumer followed, WorkAcceptance acceptance) {
    this.store = store;
    this.projection = projection;
    this.followed = followed;
    this.job = BackgroundJob.ofWork("follower-" + projection.name(), PAUSE, acceptance, this::step);
  }

  /**
   * Returns the commit time of the oldest unprocessed event, except those of sandboxes; empty if
   * there is none.
   */
  public Optional<Instant> behindSince() {
    return store.findOldest(projection);
  }

  /**
   * Waits until all events of a realm until a time are applied, or the patience ends. Other realms
   * may have a backlog.
   *
   * @param until in the realm's time
   * @return whether they are applied
   */
  public boolean await(Realm realm, Instant until, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    while (store
        .findOldest(projection, realm)
        .filter(oldest -> !oldest.isAfter(until))
        .isPresent()) {
      if (System.nanoTime() > end) {
        return false;
      }
      job.nudge();
      try {
        Thread.sleep(LOOK);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() {
    job.close();
  }

  /** Applies a batch, and returns whether it was full, so that no pause follows. */
  private boolean step() {
    int events = store.follow(projection, BATCH);
    followed.accept(events);
    return events >= BATCH;
  }
}
