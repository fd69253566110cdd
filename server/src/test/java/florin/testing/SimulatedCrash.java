package florin.testing;

import florin.payment.Probe;
import java.io.Serial;

/**
 * The process dies here. A probe throws it to have its {@link TestApp} abandoned at that very step.
 * It is an error, so that no handler of exceptions on the way mistakes it for one.
 */
public final class SimulatedCrash extends Error {
  @Serial private static final long serialVersionUID = 1;

  public SimulatedCrash(Probe.Step at) {
    super("at " + at, null, false, false);
  }
}
