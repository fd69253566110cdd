package florin.payment;

import static florin.payment.Status.CANCELED;
import static florin.payment.Status.FAILED;
import static florin.payment.Status.PROCESSING;
import static florin.payment.Status.REQUIRES_ACTION;
import static florin.payment.Status.REQUIRES_CAPTURE;
import static florin.payment.Status.SUCCEEDED;

import florin.connector.Outcome;
import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.event.EventType;
import florin.payment.Payment.Instrument;
import florin.payment.Payment.Order;
import florin.payment.Payment.State;
import florin.payment.Payment.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which moves a payment can make, and what each does to it. Pure: no clock, no ids, no database, no
 * network; all of that comes as arguments and goes back as values.
 */
public final class PaymentMachine {
  /**
   * From each status, where it may go. A payment is `processing` from its first commit on, so that
   * whatever its creation may end in is listed there.
   */
  static final Map<Status, Set<Status>> MOVES =
      Map.of(
          REQUIRES_ACTION, EnumSet.of(SUCCEEDED, REQUIRES_CAPTURE, PROCESSING, FAILED, CANCELED),
          PROCESSING, EnumSet.of(SUCCEEDED, REQUIRES_CAPTURE, REQUIRES_ACTION, FAILED, CANCELED),
          REQUIRES_CAPTURE, EnumSet.of(SUCCEEDED, CANCELED, PROCESSING),
          SUCCEEDED, EnumSet.noneOf(Status.class),
          FAILED, EnumSet.noneOf(Status.class),
          CANCELED, EnumSet.noneOf(Status.class));

  /** One event, and the payment as it was right after. */
  public record Happened(EventType type, Payment payment) {}

  /** A decision: the payment after it and what is to be told of it, in order. */
  public record Move(Payment payment, List<Happened> events) {
    public Move {
      events = List.copyOf(events);
    }

    /** This move and then another, as one. */
    Move then(Move next) {
      var all = new ArrayList<>(events);
      all.addAll(next.events);
      return new Move(next.payment, all);
    }
  }

  private PaymentMachine() {}

  /** A new payment whose authorisation is about to be asked for. */
  public static Move begin(
      Realm realm,
      PaymentId id,
      Order order,
      Instrument instrument,
      String connector,
      Instant now) {
    var state =
        new State(
            1,
            1,
            PROCESSING,
            Optional.of(Operation.AUTHORIZE),
            Amounts.of(order.amount()),
            Optional.empty(),
            Verdict.NONE,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    var payment = new Payment(realm, id, now, order, instrument, connector, state);
    return new Move(payment, List.of(new Happened(EventType.PAYMENT_CREATED, payment)));
  }

  /** The network was asked for the authorisation, and this came of it. */
  public static Move authorized(Payment payment, Outcome outcome, Instant now) {
    requireStatus(payment, PROCESSING);
    return switch (outcome) {
      case Outcome.Approved approved -> approve(payment, approved, now);
      case Outcome.Declined declined -> fail(payment, Failure.of(declined), verdict(declined));
      case Outcome.NotSent() -> fail(payment, Failure.processingError(), Verdict.NONE);
      case Outcome.RequiresAction _ ->
          fail(payment, Failure.authenticationRequired(), Verdict.NONE);
      case Outcome.Pending() -> stillProcessing(payment);
      case Outcome.Unknown _ -> stillProcessing(payment);
    };
  }

  /** What the network had or may have approved was undone, and it said so. */
  public static Move reversed(Payment payment) {
    requireStatus(payment, PROCESSING);
    return fail(payment, Failure.processingError(), Verdict.NONE);
  }

  /** The card cannot be charged: no network need be asked. */
  public static Move refused(Payment payment, Failure failure) {
    requireStatus(payment, PROCESSING);
    return fail(payment, failure, Verdict.NONE);
  }

  /** What is said about it was changed; how it stands was not. */
  public static Move described(Payment payment, Order order) {
    State before = payment.state();
    Payment after =
        payment.with(order).with(before.numbered(before.version() + 1, before.sequence() + 1));
    return new Move(after, List.of(new Happened(EventType.PAYMENT_UPDATED, after)));
  }

  private static Move approve(Payment payment, Outcome.Approved approved, Instant now) {
    var verdict =
        new Verdict(
            Optional.of(approved.responseCode()),
            Optional.of(approved.checks()),
            Optional.of(approved.riskLevel()));
    Amounts amounts = payment.state().amounts();
    return switch (payment.order().captureMethod()) {
      case AUTOMATIC ->
          move(
              payment,
              change(payment, SUCCEEDED)
                  .pending(Optional.empty())
                  .amounts(amounts.captured(amounts.total()))
                  .verdict(verdict)
                  .captured(now),
              EventType.PAYMENT_SUCCEEDED);
      case MANUAL ->
          move(
              payment,
              change(payment, REQUIRES_CAPTURE)
                  .pending(Optional.empty())
                  .amounts(amounts.authorized())
                  .verdict(verdict),
              EventType.PAYMENT_AMOUNT_CAPTURABLE_UPDATED);
    };
  }

  private static Move fail(Payment payment, Failure failure, Verdict verdict) {
    return move(
        payment,
        change(payment, FAILED)
            .pending(Optional.empty())
            .amounts(payment.state().amounts().released())
            .failure(failure)
            .verdict(verdict),
        EventType.PAYMENT_FAILED);
  }

  private static Move stillProcessing(Payment payment) {
    return move(payment, new Change(payment, PROCESSING), EventType.PAYMENT_PROCESSING);
  }

  private static Verdict verdict(Outcome.Declined declined) {
    return new Verdict(declined.responseCode(), Optional.empty(), Optional.empty());
  }

  private static Move move(Payment payment, Change change, EventType event) {
    Payment after = payment.with(change.state());
    return new Move(after, List.of(new Happened(event, after)));
  }

  private static Change change(Payment payment, Status to) {
    if (!MOVES.getOrDefault(payment.status(), Set.of()).contains(to)) {
      throw new IllegalStateException(
          payment.id() + " cannot go from " + payment.status() + " to " + to);
    }
    return new Change(payment, to);
  }

  private static void requireStatus(Payment payment, Status expected) {
    if (payment.status() != expected) {
      throw new IllegalStateException(
          payment.id() + " is " + payment.status() + ", not " + expected);
    }
  }

  /** The next state of a payment: the one before, with what this move changes. */
  private static final class Change {
    private final State before;
    private final Status status;
    private Optional<Operation> pending;
    private Amounts amounts;
    private Optional<Failure> failure;
    private Verdict verdict;
    private Optional<Instant> captured;

    Change(Payment payment, Status status) {
      this.before = payment.state();
      this.status = status;
      this.pending = before.pending();
      this.amounts = before.amounts();
      this.failure = before.failure();
      this.verdict = before.verdict();
      this.captured = before.captured();
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

    State state() {
      return new State(
          before.version() + 1,
          before.sequence() + 1,
          status,
          pending,
          amounts,
          failure,
          verdict,
          captured,
          before.canceled(),
          before.cancellationReason());
    }
  }
}
