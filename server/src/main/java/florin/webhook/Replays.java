package florin.webhook;

import florin.job.Fitness;
import florin.job.Loop;
import java.time.Duration;

/** Carries out replays, a bounded batch of events at a time; any node does it for all. */
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
