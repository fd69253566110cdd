package florin.bench.simulate.world;

import florin.bench.simulate.fiber.Fibers;
import florin.db.SimulatedGroupCommit.CommitFate;
import florin.db.SimulatedGroupCommit.Word;

/**
 * Injects faults into a node's commits. Each message takes some time, during which the node may
 * crash.
 */
final class WorldCommits implements CommitFate {
  private static final int LONGEST_STEP_MS = 3;

  /** The time that a node waits for a commit. */
  private static final int PATIENCE_MS = 10_000;

  private final Weather weather;

  WorldCommits(Weather weather) {
    this.weather = weather;
  }

  @Override
  public boolean isAway() {
    Fibers.sleep(weather.upTo(LONGEST_STEP_MS));
    return weather.draws(WorldFault.DATABASE_AWAY);
  }

  @Override
  public boolean arrives() {
    Fibers.sleep(weather.upTo(LONGEST_STEP_MS));
    boolean isLost = weather.draws(WorldFault.COMMIT_LOST);
    if (isLost) {
      Fibers.sleep(weather.upTo(PATIENCE_MS));
    }
    return !isLost;
  }

  @Override
  public Word word() {
    Fibers.sleep(weather.upTo(LONGEST_STEP_MS));
    if (weather.draws(WorldFault.COMMIT_UNHEARD)) {
      Fibers.sleep(weather.upTo(PATIENCE_MS));
      return Word.NONE;
    }
    if (weather.draws(WorldFault.COMMIT_WITNESSED)) {
      Fibers.sleep(weather.upTo(PATIENCE_MS));
      return Word.WITNESS;
    }
    return Word.ANSWER;
  }
}
