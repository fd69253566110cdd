package florin.testing;

import florin.payment.execution.CrashPoint;
import java.io.Serial;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Simulates the death of the process. A probe throws it, and the {@link TestApp} is abandoned at
 * that step. It is an error, so that no exception handler catches it.
 */
public final class SimulatedCrash extends Error {
  @Serial private static final long serialVersionUID = 1;

  public SimulatedCrash(CrashPoint.Step at) {
    super("at " + at, null, false, false);
  }

  /** Returns a probe that crashes the process at this step. */
  public static CrashPoint at(CrashPoint.Step fatal) {
    return at(fatal, 1);
  }

  /** Returns a probe that crashes the process when it reaches this step for the nth time. */
  public static CrashPoint at(CrashPoint.Step fatal, int nth) {
    var seen = new AtomicInteger();
    return step -> {
      if (step == fatal && seen.incrementAndGet() == nth) {
        throw new SimulatedCrash(step);
      }
    };
  }
}
