package florin.payment.settlement;

import florin.payment.machine.Conclusion;
import florin.payment.machine.Failure;
import florin.payment.machine.Subject;
import java.util.Optional;

/**
 * What came of an operation.
 *
 * @param subject payment and refund as they then are
 * @param failure why what was asked for did not come about
 * @param ours whether this decision is what settled it; else somebody who took the attempt over has
 *     or will, and gives the answer
 */
public record Settled(Subject subject, Optional<Failure> failure, boolean ours) {
  /** What the request that it was done for is told. */
  public Conclusion conclusion() {
    return new Conclusion(subject.payment(), failure);
  }

  public static Settled byAnother(Subject subject) {
    return new Settled(subject, subject.payment().state().failure(), false);
  }
}
