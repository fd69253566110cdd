package florin.payment.machine;

import florin.payment.machine.Payment.State;
import florin.payment.machine.Payment.Verdict;
import java.time.Instant;
import java.util.Optional;

/** The next state of a payment: the one before, with what this move changes. */
final class Change {
  private final State before;
  private final Status status;
  private Optional<Operation> pending;
  private Amounts amounts;
  private Optional<Failure> failure;
  private Verdict verdict;
  private Optional<Instant> captured;
  private Optional<Instant> canceled;
  private Optional<CancellationReason> cancellationReason;
  private Authentication authentication;
  private final Optional<AtProvider> provider;

  /** Of what leaves the status. */
  Change(Payment payment) {
    this(payment, payment.status());
  }

  Change(Payment payment, Status status) {
    this.before = payment.state();
    this.status = status;
    this.pending = before.pending();
    this.amounts = before.amounts();
    this.failure = before.failure();
    this.verdict = before.verdict();
    this.captured = before.captured();
    this.canceled = before.canceled();
    this.cancellationReason = before.cancellationReason();
    this.authentication = before.authentication();
    this.provider = before.provider();
  }

  Change pending(Optional<Operation> value) {
    pending = value;
    return this;
  }

  Change amounts(Amounts value) {
    amounts = value;
    return this;
  }

  Change failure(Failure value) {
    failure = Optional.of(value);
    return this;
  }

  Change verdict(Verdict value) {
    verdict = value;
    return this;
  }

  Change captured(Instant value) {
    captured = Optional.of(value);
    return this;
  }

  Change canceled(Instant value) {
    canceled = Optional.of(value);
    return this;
  }

  Change cancellationReason(Optional<CancellationReason> value) {
    cancellationReason = value;
    return this;
  }

  Change authentication(Authentication value) {
    authentication = value;
    return this;
  }

  /** The next state, of which an event tells. */
  State state() {
    return numbered(before.sequence() + 1);
  }

  /** The next state, of which nothing is told. */
  State unnumbered() {
    return numbered(before.sequence());
  }

  private State numbered(int sequence) {
    return new State(
        before.version() + 1,
        sequence,
        status,
        pending,
        amounts,
        failure,
        verdict,
        captured,
        canceled,
        cancellationReason,
        authentication,
        provider);
  }
}
