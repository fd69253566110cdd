package florin.payment.machine;

import florin.payment.machine.Payment.NetworkResult;
import florin.payment.machine.Payment.State;
import java.time.Instant;
import java.util.Optional;

/** A builder of a payment's next state: the previous state with the changes of one move. */
final class Change {
  private final State before;
  private final Status status;
  private Optional<Operation> pending;
  private Amounts amounts;
  private Optional<Failure> failure;
  private NetworkResult networkResult;
  private Optional<Instant> captured;
  private Optional<Instant> canceled;
  private Optional<CancellationReason> cancellationReason;
  private Authentication authentication;
  private final Optional<AtProvider> provider;

  /** Creates a change that keeps the status. */
  Change(Payment payment) {
    this(payment, payment.status());
  }

  Change(Payment payment, Status status) {
    this.before = payment.state();
    this.status = status;
    this.pending = before.pending();
    this.amounts = before.amounts();
    this.failure = before.failure();
    this.networkResult = before.networkResult();
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

  Change verdict(NetworkResult value) {
    networkResult = value;
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

  /** Returns the next state, with the number of the event that announces it. */
  State state() {
    return numbered(before.sequence() + 1);
  }

  /** Returns the next state of a change that no event announces. */
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
        networkResult,
        captured,
        canceled,
        cancellationReason,
        authentication,
        provider);
  }
}
