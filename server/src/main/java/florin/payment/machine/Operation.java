package florin.payment.machine;

import florin.connector.OperationKind;
import florin.connector.Outcome;
import java.time.Instant;
import java.util.Locale;

/**
 * What can be asked of the network for a payment. Each says what it is to a network and to people,
 * how its outcome moves payment and refund, and what may become of it when nobody learns its
 * outcome; beginning, asking, finishing, repeating and recovering it is the same for all and stands
 * in the rooms engine, execution and recovery.
 */
public enum Operation {
  AUTHORIZE(OperationKind.AUTHORIZE, "Authorisation") {
    @Override
    public Transition resolve(Subject subject, Attempt attempt, Outcome outcome, Instant now) {
      return Transition.of(PaymentMachine.authorized(subject.payment(), outcome, now));
    }
  },

  /** Goes on with an authorisation once the payer has acted. */
  RESUME(OperationKind.AUTHORIZE, "Authorisation after the payer's action,") {
    @Override
    public Transition resolve(Subject subject, Attempt attempt, Outcome outcome, Instant now) {
      return Transition.of(PaymentMachine.authorized(subject.payment(), outcome, now));
    }
  },

  CAPTURE(OperationKind.CAPTURE, "Capture") {
    @Override
    public Transition resolve(Subject subject, Attempt attempt, Outcome outcome, Instant now) {
      return Transition.of(
          PaymentMachine.captured(subject.payment(), attempt.amount(), outcome, now));
    }
  },

  CANCEL(OperationKind.CANCEL, "Cancellation") {
    @Override
    public Transition resolve(Subject subject, Attempt attempt, Outcome outcome, Instant now) {
      return Transition.of(PaymentMachine.canceled(subject.payment(), outcome, now));
    }
  },

  /** Undoes an authorisation whose outcome was never learnt. A part of settling that one. */
  REVERSE(OperationKind.CANCEL, "Reversal"),

  REFUND(OperationKind.REFUND, "Refund") {
    @Override
    public Transition resolve(Subject subject, Attempt attempt, Outcome outcome, Instant now) {
      return Transition.of(
          subject.payment(),
          RefundMachine.resolved(subject.payment(), subject.getRefund(), outcome));
    }
  };

  private final OperationKind kind;
  private final String label;
  private final String text = name().toLowerCase(Locale.ROOT);

  Operation(OperationKind kind, String label) {
    this.kind = kind;
    this.label = label;
  }

  /** What its outcome does to what it is about. */
  public Transition resolve(Subject subject, Attempt attempt, Outcome outcome, Instant now) {
    throw new IllegalStateException(this + " does not resolve a payment");
  }

  /**
   * What can be undone by a reversal, and is when nobody learns what came of it. Anything else that
   * provably never arrived did not come about, and is asked about for as long as it is unclear.
   */
  public boolean isOfAuthorization() {
    return this == AUTHORIZE || this == RESUME;
  }

  /** What it is to a network: to go on with an authorisation is a part of it. */
  public OperationKind kind() {
    return kind;
  }

  /** For people: `Capture`. */
  public String label() {
    return label;
  }

  /** A cancel and a reversal undo the whole, whatever amount was held. */
  public boolean isOfAmount() {
    return this != CANCEL && this != REVERSE;
  }

  /**
   * Any number of them may be under way for one payment, each for its own refund and under one
   * reference, ever: a repetition sends it again under the same, which the network carries out
   * once. Of the others one is under way at a time, and a repetition begins a new attempt once the
   * network says that the one before provably never arrived.
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
