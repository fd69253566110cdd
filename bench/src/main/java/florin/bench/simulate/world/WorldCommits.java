package florin.bench.simulate.world;

import florin.bench.simulate.fiber.Fibers;
import florin.db.SimulatedGroupCommit.CommitFate;

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
  public boolean isHeard() {
    Fibers.sleep(weather.upTo(LONGEST_STEP_MS));
    boolean isUnheard = weather.draws(WorldFault.COMMIT_UNHEARD);
    if (isUnheard) {
      Fibers.sleep(weather.upTo(PATIENCE_MS));
    }
    return !isUnheard;
  }
}
