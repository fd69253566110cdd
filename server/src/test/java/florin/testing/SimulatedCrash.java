package florin.testing;

import florin.payment.execution.Probe;
import java.io.Serial;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The process dies here. A probe throws it to have its {@link TestApp} abandoned at that very step.
 * It is an error, so that no handler of exceptions on the way mistakes it for one.
 */
public final class SimulatedCrash extends Error {
  @Serial private static final long serialVersionUID = 1;

  public SimulatedCrash(Probe.Step at) {
    super("at " + at, null, false, false);
  }

  /** A probe that lets the process die when it comes to this step. */
  public static Probe at(Probe.Step fatal) {
    return at(fatal, 1);
  }

  /** A probe that lets the process die when it comes to this step for the nth time. */
  public static Probe at(Probe.Step fatal, int nth) {
    var seen = new AtomicInteger();
    return step -> {
      if (step == fatal && seen.incrementAndGet() == nth) {
        throw new SimulatedCrash(step);
      }
    };
  }
}
