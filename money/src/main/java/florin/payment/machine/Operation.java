package florin.payment.machine;

import florin.connector.OperationKind;
import florin.connector.Outcome;
import java.time.Instant;
import java.util.Locale;

/**
 * An operation that Florin can request from the network for a payment. Each constant defines its
 * kind at the network, and how its outcome moves payment and refund. It also defines what happens
 * if its outcome stays unknown. The packages engine, execution and recovery begin, request, finish,
 * repeat and recover all operations in the same way.
 */
public enum Operation {
  AUTHORIZE(OperationKind.AUTHORIZE) {
    @Override
    public Transition resolve(Subject subject, Attempt attempt, Outcome outcome, Instant now) {
      return Transition.of(PaymentMachine.authorized(subject.payment(), outcome, now));
    }
  },

  /** Resumes an authorization after the payer has acted. */
  RESUME(OperationKind.AUTHORIZE) {
    @Override
    public Transition resolve(Subject subject, Attempt attempt, Outcome outcome, Instant now) {
      return Transition.of(PaymentMachine.authorized(subject.payment(), outcome, now));
    }
  },

  CAPTURE(OperationKind.CAPTURE) {
    @Override
    public Transition resolve(Subject subject, Attempt attempt, Outcome outcome, Instant now) {
      return Transition.of(
          PaymentMachine.captured(subject.payment(), attempt.amount(), outcome, now));
    }
  },

  CANCEL(OperationKind.CANCEL) {
    @Override
    public Transition resolve(Subject subject, Attempt attempt, Outcome outcome, Instant now) {
      return Transition.of(PaymentMachine.canceled(subject.payment(), outcome, now));
    }
  },

  /**
   * Undoes an authorization whose outcome stayed unknown, or that was approved for another amount.
   * It is a step in resolving that authorization.
   */
  REVERSE(OperationKind.CANCEL),

  REFUND(OperationKind.REFUND) {
    @Override
    public Transition resolve(Subject subject, Attempt attempt, Outcome outcome, Instant now) {
      return Transition.of(
          subject.payment(),
          RefundMachine.resolved(subject.payment(), subject.getRefund(), outcome));
    }
  };

  private final OperationKind kind;
  private final String text = name().toLowerCase(Locale.ROOT);

  Operation(OperationKind kind) {
    this.kind = kind;
  }

  /** Returns the effect of its outcome on the payment and refund. */
  public Transition resolve(Subject subject, Attempt attempt, Outcome outcome, Instant now) {
    throw new IllegalStateException(this + " does not resolve a payment");
  }

  /**
   * Returns whether a reversal can undo it, which recovery does if its outcome stays unknown. Any
   * other operation that provably never arrived counts as not done. If its outcome is unclear,
   * recovery keeps asking.
   */
  public boolean isOfAuthorization() {
    return this == AUTHORIZE || this == RESUME;
  }

  /**
   * Returns the kind of operation at the network. Resuming an authorization is part of authorizing.
   */
  public OperationKind kind() {
    return kind;
  }

  /**
   * Returns whether the operation is for an amount. A cancel and a reversal undo the whole
   * authorization.
   */
  public boolean isOfAmount() {
    return this != CANCEL && this != REVERSE;
  }

  /**
   * Returns whether several of these operations may be in flight for one payment. Each belongs to
   * its own refund and keeps one reference: a repetition uses the same reference, and the network
   * carries it out once. For the other operations, only one is in flight at a time. A repetition
   * begins a new attempt once the network reports that the previous one provably never arrived.
   */
  public boolean isSideBySide() {
    return this == REFUND;
  }

  public String text() {
    return text;
  }

  public static Operation of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
