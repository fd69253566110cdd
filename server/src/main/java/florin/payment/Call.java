package florin.payment;

import florin.connector.Connector;

/** An operation that is durably begun: about what, under which attempt, and at which network. */
record Call(Subject subject, Attempt attempt, Connector connector) {
  Payment payment() {
    return subject.payment();
  }

  Call with(Attempt next) {
    return new Call(subject, next, connector);
  }
}
