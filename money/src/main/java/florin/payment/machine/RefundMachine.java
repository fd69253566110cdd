package florin.payment.machine;

import static florin.payment.machine.Refund.Status.CANCELED;
import static florin.payment.machine.Refund.Status.FAILED;
import static florin.payment.machine.Refund.Status.PENDING;
import static florin.payment.machine.Refund.Status.SUCCEEDED;

import florin.connector.Outcome;
import florin.connector.ProviderDetails.ProviderMoney.ProviderRefund;
import florin.connector.ProviderDetails.ProviderMoney.ProviderRefundStatus;
import florin.connector.ProviderDispute;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Id.RefundId;
import florin.core.Money;
import florin.core.Problem;
import florin.core.Refusal;
import florin.event.EventType;
import florin.payment.machine.Refund.FailureReason;
import florin.payment.machine.Refund.Reason;
import florin.payment.machine.Refund.State;
import florin.payment.machine.Refund.Status;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The moves of a refund and their effects on it and on its payment. All methods are pure, as those
 * of {@link PaymentMachine}.
 *
 * <p>The amount is reserved when the refund begins. So several refunds may be in flight at the same
 * time, and their sum never exceeds the captured amount. The reservation becomes a refunded amount
 * or is released. The payment's status stays as it is.
 */
public final class RefundMachine {
  /** The statuses that each status can move to. */
  static final Map<Status, Set<Status>> MOVES =
      Map.of(
          PENDING, EnumSet.of(SUCCEEDED, FAILED, CANCELED),
          SUCCEEDED, EnumSet.of(FAILED),
          FAILED, EnumSet.noneOf(Status.class),
          CANCELED, EnumSet.noneOf(Status.class));

  private RefundMachine() {}

  /**
   * Begins a new refund that is about to be requested.
   *
   * @throws Refusal if the amount exceeds what is left of the payment, or the payment's state does
   *     not allow a refund
   */
  public static RefundMove begin(
      Payment payment, RefundId id, CreateRefund command, Instant created) {
    Money amount = amountOf(payment, command.amount());
    var refund =
        new Refund(
            payment.realm(),
            id,
            payment.id(),
            amount,
            command.reason(),
            Optional.empty(),
            command.metadata(),
            created,
            new State(1, 1, PENDING, Optional.empty()));
    Amounts reserved = payment.state().amounts().refundReserved(amount);
    return new RefundMove(
        refund, Optional.of(EventType.REFUND_CREATED), Optional.of(silently(payment, reserved)));
  }

  /**
   * Records that the bank has taken back part of what it had booked for the payment. No network is
   * asked.
   *
   * @param amount at most what is left of the payment
   */
  public static RefundMove takenBack(Payment payment, RefundId id, Money amount, Instant created) {
    var refund =
        new Refund(
            payment.realm(),
            id,
            payment.id(),
            amount,
            Optional.of(Reason.BANK_RETURN),
            Optional.empty(),
            Map.of(),
            created,
            new State(1, 1, SUCCEEDED, Optional.empty()));
    Amounts refunded = payment.state().amounts().refundReserved(amount).refunded(amount);
    return new RefundMove(
        refund,
        Optional.of(EventType.REFUND_CREATED),
        Optional.of(told(payment, refunded, EventType.PAYMENT_REFUNDED)));
  }

  /**
   * Records a refund that a person made at the provider, with the provider's status.
   *
   * @return empty if it exceeds what is left of the payment
   */
  public static Optional<RefundMove> madeAtProvider(
      Payment payment, RefundId id, ProviderRefund made, Instant created) {
    Status status = of(made.status());
    Money amount = made.amount();
    Amounts amounts = payment.state().amounts();
    boolean movesMoney = !status.isFinal();
    if (!amount.currency().equals(amounts.currency())
        || (movesMoney && amount.isMoreThan(amounts.refundable()))) {
      return Optional.empty();
    }
    var refund =
        new Refund(
            payment.realm(),
            id,
            payment.id(),
            amount,
            Optional.of(Reason.MADE_AT_PROVIDER),
            Optional.empty(),
            Map.of(),
            created,
            Optional.of(made.id()),
            new State(
                1, 1, status, Optional.of(FailureReason.DECLINED).filter(_ -> status == FAILED)));
    Optional<Move> ofPayment =
        switch (status) {
          case PENDING -> Optional.of(silently(payment, amounts.refundReserved(amount)));
          case SUCCEEDED ->
              Optional.of(
                  told(
                      payment,
                      amounts.refundReserved(amount).refunded(amount),
                      EventType.PAYMENT_REFUNDED));
          case FAILED, CANCELED -> Optional.empty();
        };
    return Optional.of(new RefundMove(refund, Optional.of(EventType.REFUND_CREATED), ofPayment));
  }

  /**
   * Applies a new status of a refund that was made at the provider. Returns empty if there is
   * nothing to change.
   */
  public static Optional<RefundMove> movedAtProvider(
      Payment payment, Refund refund, ProviderRefund now) {
    Status status = of(now.status());
    if (status == refund.status() || refund.status().isFinal() || status == PENDING) {
      return Optional.empty();
    }
    return Optional.of(
        switch (status) {
          case SUCCEEDED -> succeed(payment, refund);
          case CANCELED ->
              refund.status() == PENDING
                  ? canceled(payment, refund)
                  : fail(payment, refund, FailureReason.DECLINED);
          case FAILED, PENDING -> fail(payment, refund, FailureReason.DECLINED);
        });
  }

  private static Status of(ProviderRefundStatus status) {
    return switch (status) {
      case PENDING -> PENDING;
      case SUCCEEDED -> SUCCEEDED;
      case FAILED -> FAILED;
      case CANCELED -> CANCELED;
    };
  }

  /**
   * Returns the amount that can be refunded and is not disputed. The payer got back the disputed
   * part, or may get it back, and would receive it twice.
   */
  private static Money undisputed(Payment payment) {
    Money refundable = payment.state().amounts().refundable();
    Optional<ProviderDispute> dispute =
        payment.findDispute().filter(ProviderDispute::blocksRefunds);
    Optional<Money> disputed =
        dispute.filter(it -> it.amount().isEmpty()).isPresent()
            ? Optional.of(refundable)
            : payment.disputed().sum();
    return disputed
        .map(it -> it.isMoreThan(refundable) ? Money.zero(it.currency()) : refundable.minus(it))
        .orElse(refundable);
  }

  private static Refusal disputed(Payment payment, Money undisputed) {
    String reason = payment.findDispute().map(ProviderDispute::reason).orElse("unknown");
    if (!undisputed.isZero()) {
      return refusal(
          ErrorCode.PAYMENT_NOT_REFUNDABLE,
          "Send an amount of at most %d, because the payer disputes the rest (%s) or has got it back. No refund was created."
              .formatted(undisputed.minor(), reason));
    }
    boolean isLost = payment.disputed().held().isEmpty() && isLost(payment);
    return refusal(
        ErrorCode.PAYMENT_NOT_REFUNDABLE,
        (isLost
                ? "This payment can't be refunded, because its dispute (%s) was lost and the payer has the money back. No refund was created."
                : "This payment can't be refunded during its dispute (%s), because a lost dispute returns the money to the payer. Respond to the dispute; no refund was created.")
            .formatted(reason));
  }

  private static boolean isLost(Payment payment) {
    return payment.findDispute().filter(ProviderDispute::isLost).isPresent();
  }

  /** Applies the network's outcome of a refund, from its response or from an inquiry. */
  public static RefundMove resolved(Payment payment, Refund refund, Outcome outcome) {
    return switch (outcome) {
      case Outcome.Approved _ when refund.status() == SUCCEEDED -> RefundMove.none(refund);
      case Outcome.Approved _ -> succeed(payment, refund);
      case Outcome.Declined declined -> fail(payment, refund, failure(declined));
      case Outcome.NotSent() -> fail(payment, refund, FailureReason.UNKNOWN);
      case Outcome.OtherAmount _ ->
          RefundMove.none(refund); // open until the network reports otherwise
      case Outcome.Pending(), Outcome.Unknown _, Outcome.RequiresAction _ ->
          RefundMove.none(refund);
    };
  }

  /** Fails a refund that the payer's bank has returned, even if it had already succeeded. */
  public static RefundMove returned(Payment payment, Refund refund) {
    return fail(payment, refund, FailureReason.RETURNED);
  }

  /** Fails a refund for which the bank paid another amount, none of which the payer received. */
  public static RefundMove notPaid(Payment payment, Refund refund) {
    return fail(payment, refund, FailureReason.DECLINED);
  }

  /**
   * The moves of a refund that was paid in part: the requested refund, and the refund that was
   * paid.
   */
  public record PartPaid(RefundMove asked, RefundMove paid) {}

  /**
   * Splits a refund for which the bank paid less than requested, and the payer received that. A
   * separate refund of the paid amount succeeds. The requested one fails, so that the rest can be
   * refunded again.
   *
   * @param paid less than the refund's amount
   */
  public static PartPaid partPaid(
      Payment payment, Refund refund, RefundId id, Money paid, Instant now) {
    Amounts amounts =
        payment
            .state()
            .amounts()
            .refundReleased(refund.amount())
            .refundReserved(paid)
            .refunded(paid);
    var part =
        new Refund(
            refund.realm(),
            id,
            refund.payment(),
            paid,
            refund.reason(),
            refund.account(),
            refund.metadata(),
            now,
            new State(1, 1, SUCCEEDED, Optional.empty()));
    return new PartPaid(
        new RefundMove(
            moved(refund, FAILED, Optional.of(FailureReason.OTHER_AMOUNT)),
            Optional.of(EventType.REFUND_FAILED),
            Optional.empty()),
        new RefundMove(
            part,
            Optional.of(EventType.REFUND_CREATED),
            Optional.of(told(payment, amounts, EventType.PAYMENT_REFUNDED))));
  }

  /** Cancels a refund at the merchant's request, which provably never reached the network. */
  public static RefundMove canceled(Payment payment, Refund refund) {
    Amounts released = payment.state().amounts().refundReleased(refund.amount());
    return new RefundMove(
        moved(refund, CANCELED, Optional.empty()),
        Optional.of(EventType.REFUND_UPDATED),
        Optional.of(silently(payment, released)));
  }

  /** Changes the metadata. The status stays as it is. */
  public static RefundMove described(Refund refund, Map<String, String> metadata) {
    State before = refund.state();
    var after =
        new State(before.version() + 1, before.sequence() + 1, before.status(), before.failure());
    return new RefundMove(
        refund.with(metadata).with(after), Optional.of(EventType.REFUND_UPDATED), Optional.empty());
  }

  private static RefundMove succeed(Payment payment, Refund refund) {
    Amounts refunded = payment.state().amounts().refunded(refund.amount());
    return new RefundMove(
        moved(refund, SUCCEEDED, Optional.empty()),
        Optional.of(EventType.REFUND_UPDATED),
        Optional.of(told(payment, refunded, EventType.PAYMENT_REFUNDED)));
  }

  /**
   * Fails the refund. An event announces a payment whose refunded amount falls; the release of a
   * reservation is silent.
   */
  private static RefundMove fail(Payment payment, Refund refund, FailureReason reason) {
    Amounts amounts = payment.state().amounts();
    Move payments =
        refund.status() == SUCCEEDED
            ? told(payment, amounts.refundReturned(refund.amount()), EventType.PAYMENT_UPDATED)
            : silently(payment, amounts.refundReleased(refund.amount()));
    return new RefundMove(
        moved(refund, FAILED, Optional.of(reason)),
        Optional.of(EventType.REFUND_FAILED),
        Optional.of(payments));
  }

  private static String instead(florin.payment.machine.Status status) {
    return switch (status) {
      case REQUIRES_ACTION, REQUIRES_CAPTURE -> "Cancel it instead; no refund was created.";
      case PROCESSING -> "Wait until it has succeeded; no refund was created.";
      case SUCCEEDED, FAILED, CANCELED -> "No refund was created.";
    };
  }

  private static Money amountOf(Payment payment, OptionalLong asked) {
    if (payment.status() != florin.payment.machine.Status.SUCCEEDED) {
      throw refusal(
          ErrorCode.PAYMENT_NOT_REFUNDABLE,
          "The payment is %s, and only a payment that is succeeded can be refunded. %s"
              .formatted(payment.status().text(), instead(payment.status())));
    }
    Money remaining = payment.state().amounts().refundable();
    if (remaining.isZero()) {
      throw refusal(
          ErrorCode.PAYMENT_ALREADY_REFUNDED,
          "The full amount of this payment is refunded or being refunded. No refund was created.");
    }
    Money undisputed = undisputed(payment);
    boolean isLess = !undisputed.equals(remaining);
    // A request without an amount wants all of it back, so it is not cut silently.
    if (undisputed.isZero() || (isLess && asked.orElse(Long.MAX_VALUE) > undisputed.minor())) {
      throw disputed(payment, undisputed);
    }
    long minor = asked.orElse(undisputed.minor());
    if (minor > remaining.minor()) {
      throw refusal(
          ErrorCode.REFUND_AMOUNT_EXCEEDS_REMAINING,
          "amount must be at most %d, the amount of this payment that is neither refunded nor in a pending refund."
              .formatted(remaining.minor()));
    }
    return new Money(minor, remaining.currency());
  }

  private static FailureReason failure(Outcome.Declined declined) {
    if (declined.code() == ErrorCode.EXPIRED_CARD) {
      return FailureReason.EXPIRED_OR_CANCELED_CARD;
    }
    return declined.declineCode().map(RefundMachine::failure).orElse(FailureReason.DECLINED);
  }

  private static FailureReason failure(DeclineCode code) {
    return switch (code) {
      case LOST_CARD, STOLEN_CARD, PICKUP_CARD -> FailureReason.LOST_OR_STOLEN_CARD;
      case INVALID_ACCOUNT, NEW_ACCOUNT_INFORMATION_AVAILABLE ->
          FailureReason.EXPIRED_OR_CANCELED_CARD;
      default -> FailureReason.DECLINED;
    };
  }

  private static Refund moved(Refund refund, Status to, Optional<FailureReason> failure) {
    if (!MOVES.getOrDefault(refund.status(), Set.of()).contains(to)) {
      throw new IllegalStateException(
          refund.id() + " cannot go from " + refund.status() + " to " + to);
    }
    State before = refund.state();
    return refund.with(new State(before.version() + 1, before.sequence() + 1, to, failure));
  }

  private static Move silently(Payment payment, Amounts amounts) {
    return Move.silent(payment.with(new Change(payment).amounts(amounts).unnumbered()));
  }

  private static Move told(Payment payment, Amounts amounts, EventType event) {
    return Moves.move(payment, new Change(payment).amounts(amounts), event);
  }

  private static Refusal refusal(ErrorCode code, String message) {
    return new Problem.BadRequest(code, message).refusal();
  }
}
