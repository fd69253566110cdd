package florin.webhook;

import florin.job.Fitness;
import florin.job.Loop;
import java.time.Duration;

/** Runs replays, a bounded batch of events at a time. Any node runs them for all endpoints. */
final class Replays implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final Loop loop;

  Replays(ReplayStore store, Fitness fitness) {
    this.loop = Loop.ofWork("webhook-replay", PAUSE, fitness, store::replaySome);
  }

  @Override
  public void close() {
    loop.close();
  }
}
