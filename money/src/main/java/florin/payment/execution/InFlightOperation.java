package florin.payment.execution;

import florin.connector.Capabilities.Repetition;
import florin.connector.Capabilities.Timing;
import florin.connector.Connector;
import florin.connector.Deadline;
import florin.connector.Inquiry.InquiryRequest;
import florin.payment.machine.Attempt;
import florin.payment.machine.Payment;
import florin.payment.machine.Subject;
import java.time.Duration;
import java.time.InstantSource;

/**
 * An operation that is durably begun, with its subject, its attempt and its connector. {@link
 * Attempts} creates it for an attempt that this process has begun or taken.
 *
 * @param dueClock the clock of the attempt's lease
 */
public record InFlightOperation(
    Subject subject, Attempt attempt, Connector connector, InstantSource dueClock) {
  public Payment payment() {
    return subject.payment();
  }

  public InFlightOperation with(Attempt next) {
    return new InFlightOperation(subject, next, connector, dueClock);
  }

  public Repetition repetition() {
    return connector.capabilities().repetition();
  }

  /**
   * Returns a deadline for the network, which starts now and ends within the attempt's lease. After
   * the lease, another process may act on the attempt. An inquiry finds an outcome that comes
   * later.
   */
  public Deadline deadline() {
    Timing timing = connector.capabilities().timing();
    Duration lease =
        attempt
            .state()
            .due()
            .map(end -> Duration.between(dueClock.instant(), end))
            .orElse(timing.lease());
    return Deadline.in(timing.deadlineWithin(lease));
  }

  public InquiryRequest inquiry() {
    return new InquiryRequest(
        attempt.realm(),
        attempt.reference(),
        attempt.operation().kind(),
        attempt.authorizationReference(),
        attempt.amount(),
        attempt.created());
  }
}
