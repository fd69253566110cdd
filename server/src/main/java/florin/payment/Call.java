package florin.payment;

import florin.connector.Capabilities.Repetition;
import florin.connector.Connector;
import florin.connector.Deadline;
import florin.connector.InquiryRequest;

/** An operation that is durably begun: about what, under which attempt, and at which network. */
record Call(Subject subject, Attempt attempt, Connector connector) {
  Payment payment() {
    return subject.payment();
  }

  Call with(Attempt next) {
    return new Call(subject, next, connector);
  }

  Repetition repetition() {
    return connector.capabilities().repetition();
  }

  /** From now on, how long the network may take; what it says later is found by inquiry. */
  Deadline deadline() {
    return Deadline.in(connector.capabilities().timing().deadline());
  }

  InquiryRequest inquiry() {
    return new InquiryRequest(
        attempt.reference(),
        attempt.operation().kind(),
        attempt.authorizationReference(),
        attempt.realm(),
        attempt.amount(),
        attempt.created());
  }
}
