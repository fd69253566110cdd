package florin.bench.simulate.world;

import florin.bench.simulate.fiber.Fibers;
import florin.db.SimulatedGroupCommit.CommitFate;
import florin.db.SimulatedGroupCommit.Word;

/** How a node's commits fare: they take a moment each way, on which the node may die. */
final class WorldCommits implements CommitFate {
  private static final int LONGEST_STEP_MS = 3;

  /** How long a node waits for a commit. */
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
