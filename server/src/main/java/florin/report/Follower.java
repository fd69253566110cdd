package florin.report;

import florin.job.Fitness;
import florin.job.Loop;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Has a projection follow the committed events, each exactly once and in the order of their
 * positions. Every node has one; they take turns by a lock on the projection's row, and whoever
 * finds it taken passes by.
 */
final class Follower implements AutoCloseable {
  /** Events applied in one transaction. While it runs, readers of the feed wait for its end. */
  static final int BATCH = 2_000;

  private static final Duration PAUSE = Duration.ofMillis(500);

  private final FollowerStore store;
  private final Projection projection;
  private final IntConsumer followed;
  private final Loop loop;

  /**
   * @param followed told how many events each batch held
   */
  Follower(FollowerStore store, Projection projection, IntConsumer followed, Fitness fitness) {
    this.store = store;
    this.projection = projection;
    this.followed = followed;
    this.loop = Loop.ofWork("follower-" + projection.name(), PAUSE, fitness, this::step);
  }

  /** Since when the oldest event has been there that is not followed yet; empty when none is. */
  Optional<Instant> behindSince() {
    return store.findOldest(projection);
  }

  @Override
  public void close() {
    loop.close();
  }

  /** After a full batch there is no pause. */
  private boolean step() {
    int events = store.follow(projection, BATCH);
    followed.accept(events);
    return events >= BATCH;
  }
}
