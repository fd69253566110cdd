package florin.job;

import florin.bench.simulate.fiber.Fibers;
import florin.bench.simulate.fiber.Reply;
import florin.db.CommitUnknownException;
import florin.db.DatabaseUnavailableException;
import java.time.Duration;

/** Replaces {@link BackgroundJob} in a simulation run. */
public final class SimulatedLoop implements AutoCloseable {
  /** The relative variation of pauses, as in the service. */
  private static final double JITTER = 0.1;

  private final String name;
  private final Duration pause;
  private final BackgroundJob.LoopStep step;
  private Reply<Boolean> nudged = new Reply<>();
  private boolean isClosed;

  private SimulatedLoop(String name, Duration pause, BackgroundJob.LoopStep step) {
    this.name = name;
    this.pause = pause;
    this.step = step;
  }

  /** Starts a loop. It pauses after a step that returns false. */
  public static SimulatedLoop start(String name, Duration pause, BackgroundJob.LoopStep step) {
    var loop = new SimulatedLoop(name, pause, step);
    Fibers.current().start(Fibers.life(), loop::run);
    return loop;
  }

  /**
   * Starts a loop that runs only while the node may work. All simulated nodes have the same clock.
   */
  public static SimulatedLoop ofWork(
      String name, Duration pause, WorkAcceptance acceptance, BackgroundJob.LoopStep step) {
    return start(name, pause, () -> acceptance.mayTakeWork() && step.run());
  }

  /** Wakes the loop. A call during a step causes another step. */
  public void nudge() {
    nudged.give(true);
  }

  @Override
  public void close() {
    isClosed = true;
  }

  private void run() {
    boolean more = false;
    while (!isClosed) {
      if (!more) {
        double factor = 1 + JITTER * (2 * Fibers.random().nextDouble() - 1);
        var _ = nudged.await(Duration.ofNanos((long) (pause.toNanos() * factor)));
        nudged = new Reply<>();
      }
      more = runStep();
    }
  }

  private boolean runStep() {
    try {
      return step.run();
    } catch (DatabaseUnavailableException | CommitUnknownException away) {
      return false; // this fault is expected, and the next step tries again
    } catch (Exception bug) {
      Fibers.report(new IllegalStateException("the loop " + name + " failed", bug));
      return false;
    }
  }
}
