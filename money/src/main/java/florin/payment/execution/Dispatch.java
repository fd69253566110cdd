package florin.payment.execution;

import florin.connector.Capabilities.Repetition;
import florin.connector.Connector;
import florin.connector.Deadline;
import florin.connector.Inquiry.InquiryRequest;
import florin.payment.machine.Attempt;
import florin.payment.machine.Payment;
import florin.payment.machine.Subject;

/** An operation that is durably begun, with its subject, its attempt and its connector. */
public record Dispatch(Subject subject, Attempt attempt, Connector connector) {
  public Payment payment() {
    return subject.payment();
  }

  public Dispatch with(Attempt next) {
    return new Dispatch(subject, next, connector);
  }

  public Repetition repetition() {
    return connector.capabilities().repetition();
  }

  /**
   * Returns a deadline for the network, which starts now. An inquiry finds an outcome that comes
   * later.
   */
  public Deadline deadline() {
    return Deadline.in(connector.capabilities().timing().deadline());
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
