package florin.payment.execution;

import florin.connector.Capabilities.Repetition;
import florin.connector.Connector;
import florin.connector.Deadline;
import florin.connector.Inquiry.InquiryRequest;
import florin.db.Changeset;
import florin.db.Moment;
import florin.db.Write;
import florin.payment.machine.Attempt;
import florin.payment.machine.Payment;
import florin.payment.machine.Subject;
import florin.payment.store.Draft;
import java.util.List;
import java.util.Optional;

/**
 * An operation that is durably begun, with its subject, its attempt and its connector.
 *
 * @param draft the draft, if only that is written of the payment
 * @param made the moment before the network was called
 */
public record Dispatch(
    Subject subject, Attempt attempt, Connector connector, Optional<Draft> draft, Moment made) {
  public Dispatch(Subject subject, Attempt attempt, Connector connector, Optional<Draft> draft) {
    this(subject, attempt, connector, draft, Moment.now());
  }

  public Dispatch(Subject subject, Attempt attempt, Connector connector) {
    this(subject, attempt, connector, Optional.empty());
  }

  public Payment payment() {
    return subject.payment();
  }

  public Dispatch with(Attempt next) {
    return new Dispatch(subject, next, connector, Optional.empty(), made);
  }

  /** Returns the changeset that follows from the network's outcome; see docs/decisions/025. */
  public Changeset following(List<Write> writes) {
    return new Changeset(
        writes, connector.capabilities().local() ? Optional.of(made) : Optional.empty());
  }

  public Changeset following(Write... writes) {
    return following(List.of(writes));
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
