package florin.payment.machine;

import static florin.payment.machine.Moves.announced;
import static florin.payment.machine.Moves.announcedProcessing;
import static florin.payment.machine.Moves.back;
import static florin.payment.machine.Moves.begun;
import static florin.payment.machine.Moves.change;
import static florin.payment.machine.Moves.move;
import static florin.payment.machine.Moves.requirePending;
import static florin.payment.machine.Moves.requireState;
import static florin.payment.machine.Moves.stillProcessing;
import static florin.payment.machine.Status.CANCELED;
import static florin.payment.machine.Status.FAILED;
import static florin.payment.machine.Status.PROCESSING;
import static florin.payment.machine.Status.REQUIRES_ACTION;
import static florin.payment.machine.Status.REQUIRES_CAPTURE;
import static florin.payment.machine.Status.SUCCEEDED;

import florin.connector.ConnectorName;
import florin.connector.Outcome;
import florin.connector.ProviderDetails;
import florin.connector.ProviderDetails.ProviderMoney;
import florin.connector.ProviderDispute;
import florin.connector.ResponseCodes;
import florin.connector.ThreeDSecure;
import florin.core.ErrorCode;
import florin.core.Id.PaymentId;
import florin.core.Money;
import florin.core.Problem;
import florin.core.Realm;
import florin.event.EventType;
import florin.instrument.BankTransfer;
import florin.instrument.Card;
import florin.instrument.Hosted;
import florin.instrument.Instrument;
import florin.payment.machine.Payment.Method;
import florin.payment.machine.Payment.NetworkResult;
import florin.payment.machine.Payment.PaymentTerms;
import florin.payment.machine.Payment.State;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The moves of a payment and their effects. All methods are pure: clock, ids, database and network
 * are arguments and results.
 */
public final class PaymentMachine {
  /**
   * The statuses that each status can move to. A payment is `processing` from its first commit on,
   * so this entry lists each result of its creation.
   */
  static final Map<Status, Set<Status>> MOVES =
      Map.of(
          REQUIRES_ACTION, EnumSet.of(SUCCEEDED, REQUIRES_CAPTURE, PROCESSING, FAILED, CANCELED),
          PROCESSING, EnumSet.of(SUCCEEDED, REQUIRES_CAPTURE, REQUIRES_ACTION, FAILED, CANCELED),
          REQUIRES_CAPTURE, EnumSet.of(SUCCEEDED, CANCELED, PROCESSING),
          SUCCEEDED, EnumSet.noneOf(Status.class),
          FAILED, EnumSet.noneOf(Status.class),
          CANCELED, EnumSet.noneOf(Status.class));

  private static final Set<Status> CANCELABLE = EnumSet.of(REQUIRES_CAPTURE, REQUIRES_ACTION);

  private PaymentMachine() {}

  /**
   * Begins a new payment whose authorization is about to be requested. No event announces it yet,
   * because most payments are decided within the request that creates them.
   */
  public static Move begin(
      Realm realm,
      PaymentId id,
      PaymentTerms terms,
      Method method,
      ConnectorName connector,
      Optional<ThreeDSecure> threeDSecure,
      Instant now) {
    var state =
        new State(
            1,
            0,
            PROCESSING,
            Optional.of(Operation.AUTHORIZE),
            Amounts.of(terms.amount()),
            Optional.empty(),
            NetworkResult.NONE,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Authentication.of(threeDSecure),
            Optional.empty());
    var payment = new Payment(realm, id, now, terms, method, connector, state);
    return Move.silent(payment);
  }

  /** Applies the network's outcome of an authorization, or of its resumption. */
  public static Move authorized(Payment payment, Outcome outcome, Instant now) {
    requireAuthorizing(payment);
    boolean isResumed = payment.state().pending().equals(Optional.of(Operation.RESUME));
    return switch (outcome) {
      case Outcome.Approved approved ->
          approve(
              approved.provider().map(it -> payment.with(it, false, now)).orElse(payment),
              approved,
              now);
      case Outcome.Declined declined ->
          fail(payment, declined(payment, declined), verdict(declined));
      case Outcome.NotSent() when isResumed ->
          back(payment).failing(Failure.processingError(payment));
      case Outcome.NotSent() ->
          switch (payment.method().instrument()) {
            case Hosted _ ->
                fail(payment, Failure.providerUnavailable(payment), NetworkResult.NONE);
            case Card _, BankTransfer _ ->
                fail(payment, Failure.processingError(payment), NetworkResult.NONE);
          };
      case Outcome.RequiresAction _ when isResumed -> back(payment);
      case Outcome.RequiresAction action ->
          announced(payment).then(known -> requireAction(known, action));
      case Outcome.Pending(), Outcome.Unknown _ -> stillProcessing(payment);
      case Outcome.OtherAmount _ -> stillProcessing(payment); // it is being undone
    };
  }

  /**
   * Completes a payment whose money has arrived on the account that the payer was told. Florin did
   * not have to request anything.
   *
   * @param paid the instrument, as far as it is known when the money arrives
   */
  public static Move arrived(
      Payment payment, Instrument paid, Outcome.Approved approved, Instant now) {
    requireWaiting(payment);
    return approve(payment.with(paid), approved, now);
  }

  /**
   * Records that a part of the amount has arrived or was taken back. The payment waits for the
   * rest.
   */
  public static Move partlyArrived(Payment payment, Instrument paid) {
    requireWaiting(payment);
    Payment after = payment.with(paid);
    return move(after, new Change(after), EventType.PAYMENT_UPDATED);
  }

  /**
   * Begins to resume the authorization. The payer has acted, and the network is about to be
   * informed.
   *
   * @throws florin.core.Refusal if the payment does not wait for the payer
   */
  public static Move beginResume(Payment payment) {
    requireState(payment, "completed by the payer", EnumSet.of(REQUIRES_ACTION));
    return begun(payment, Operation.RESUME, Optional.empty());
  }

  /**
   * Begins to cancel a payment that the payer abandons. A merchant may cancel in more statuses.
   *
   * @throws florin.core.Refusal if the payment does not wait for the payer
   */
  public static Move beginAbandon(Payment payment) {
    requireState(payment, "abandoned by the payer", EnumSet.of(REQUIRES_ACTION));
    return begun(payment, Operation.CANCEL, Optional.of(CancellationReason.ABANDONED));
  }

  /**
   * Begins to capture all or part of the amount. The rest is released.
   *
   * @throws florin.core.Refusal if the payment's status does not allow it, or the amount exceeds
   *     what can be captured
   */
  public static Move beginCapture(Payment payment, Money amount) {
    requireState(payment, "captured", EnumSet.of(REQUIRES_CAPTURE));
    Money capturable = payment.state().amounts().capturable();
    if (amount.isMoreThan(capturable)) {
      throw Problem.BadParameters.of(
              "amount",
              ErrorCode.AMOUNT_TOO_LARGE,
              "amount must be at most %d, the amount that can be captured of this payment."
                  .formatted(capturable.minor()))
          .refusal();
    }
    return begun(payment, Operation.CAPTURE, Optional.empty());
  }

  /**
   * Applies the network's outcome of a capture. A capture of another amount cannot be undone and is
   * not what was requested. It stays open until the network reports otherwise.
   */
  public static Move captured(Payment payment, Money amount, Outcome outcome, Instant now) {
    requirePending(payment, Operation.CAPTURE);
    return switch (outcome) {
      case Outcome.Approved _ ->
          move(
              payment,
              change(payment, SUCCEEDED)
                  .pending(Optional.empty())
                  .amounts(payment.state().amounts().captured(amount))
                  .captured(now),
              EventType.PAYMENT_SUCCEEDED);
      case Outcome.Declined declined -> back(payment).failing(Failure.of(declined, payment));
      case Outcome.NotSent() -> back(payment).failing(Failure.notCaptured());
      case Outcome.OtherAmount _, Outcome.Pending(), Outcome.Unknown _, Outcome.RequiresAction _ ->
          stillProcessing(payment);
    };
  }

  /**
   * Records that a person has captured all or part of the payment at the provider, which releases
   * the rest.
   *
   * @param taken more than zero, and at most the amount that could be captured
   */
  public static Move capturedAtProvider(Payment payment, Money taken, Instant now) {
    requireStatus(payment, REQUIRES_CAPTURE);
    return move(
        payment,
        change(payment, SUCCEEDED).amounts(payment.state().amounts().captured(taken)).captured(now),
        EventType.PAYMENT_SUCCEEDED);
  }

  /**
   * Begins to release the authorization.
   *
   * @throws florin.core.Refusal if the payment's status does not allow it
   */
  public static Move beginCancel(Payment payment, Optional<CancellationReason> reason) {
    requireState(payment, "canceled", CANCELABLE);
    return begun(payment, Operation.CANCEL, reason);
  }

  /** Applies the network's outcome of a cancel. */
  public static Move canceled(Payment payment, Outcome outcome, Instant now) {
    requirePending(payment, Operation.CANCEL);
    return switch (outcome) {
      case Outcome.Approved _, Outcome.OtherAmount _ ->
          move(
              payment,
              change(payment, CANCELED)
                  .pending(Optional.empty())
                  .amounts(payment.state().amounts().released())
                  .canceled(now),
              EventType.PAYMENT_CANCELED);
      case Outcome.Declined declined
          when payment.status() == REQUIRES_ACTION
              && declined.code() == ErrorCode.PROVIDER_REFUSED ->
          back(payment).failing(Failure.pageStaysOpen(payment));
      case Outcome.Declined _
          when payment.status() == REQUIRES_ACTION && payment.isPaidElsewhere() ->
          back(payment).failing(Failure.payerWasFaster(payment));
      case Outcome.Declined declined when declined.code() == ErrorCode.CHANGED_AT_PROVIDER ->
          back(payment).failing(Failure.of(declined, payment));
      case Outcome.Declined _, Outcome.NotSent() ->
          back(payment).failing(Failure.notCanceled(payment));
      case Outcome.Pending(), Outcome.Unknown _, Outcome.RequiresAction _ ->
          stillProcessing(payment);
    };
  }

  /** Fails the payment after the network acknowledged that its authorization was undone. */
  public static Move reversed(Payment payment) {
    requireAuthorizing(payment);
    return fail(payment, Failure.processingError(payment), NetworkResult.NONE);
  }

  /** Announces a payment whose authorization is to be undone, unless an event has announced it. */
  public static Move notReversed(Payment payment) {
    requireAuthorizing(payment);
    return stillProcessing(payment);
  }

  /** Fails the payment after the network approved another amount, which was undone. */
  public static Move partlyApproved(Payment payment) {
    requireAuthorizing(payment);
    Outcome.Declined declined = ResponseCodes.decline(ResponseCodes.PARTIAL_APPROVAL);
    return fail(payment, Failure.of(declined, payment), verdict(declined));
  }

  /**
   * Fails a setup that the network approved, because its payment method was detached meanwhile and
   * can't be saved.
   */
  public static Move unsaved(Payment setup) {
    requireAuthorizing(setup);
    return fail(setup, Failure.detached(), NetworkResult.NONE);
  }

  /** Fails a payment whose card cannot be charged. The network is not asked. */
  public static Move refused(Payment payment, Failure failure) {
    requireStatus(payment, PROCESSING);
    return fail(payment, failure, NetworkResult.NONE);
  }

  /** Changes the terms, such as description and metadata. The status stays as it is. */
  public static Move described(Payment payment, PaymentTerms terms) {
    return announcedProcessing(payment)
        .then(known -> move(known.with(terms), new Change(known), EventType.PAYMENT_UPDATED));
  }

  /**
   * Applies the result of another inquiry about a payment that has succeeded. Returns empty if
   * neither its disputes nor the difference has changed.
   *
   * @param differs whether the amount that the provider moved differs from the payment's amount
   */
  public static Optional<Move> lookedAt(
      Payment payment, ProviderDetails details, boolean differs, Instant now) {
    return lookedAt(payment, payment.with(details, differs, now), differs);
  }

  /**
   * Applies the disputes of a payment, of which one has changed. Returns empty if the payment shows
   * the same as before.
   *
   * @param disputes the oldest first
   */
  public static Optional<Move> disputed(
      Payment payment, List<ProviderDispute> disputes, Instant now) {
    AtProvider next = AtProvider.of(disputes, payment.state().provider(), now);
    return lookedAt(payment, payment.with(payment.state().with(next)), payment.differsAtProvider());
  }

  private static Optional<Move> lookedAt(Payment payment, Payment after, boolean differs) {
    Optional<ProviderDispute> before = payment.findDispute();
    boolean isSame =
        before.equals(after.findDispute()) && payment.disputed().equals(after.disputed());
    if (isSame && differs == payment.differsAtProvider()) {
      return Optional.empty();
    }
    if (isSame) {
      return Optional.of(Move.silent(after.with(new Change(after).unnumbered())));
    }
    boolean isNew =
        after.findDispute().filter(ProviderDispute::isOpen).isPresent()
            && before.filter(ProviderDispute::isOpen).isEmpty();
    return Optional.of(
        move(
            after,
            new Change(after),
            isNew ? EventType.PAYMENT_DISPUTED : EventType.PAYMENT_DISPUTE_UPDATED));
  }

  private static Move approve(Payment payment, Outcome.Approved approved, Instant now) {
    var networkResult =
        new NetworkResult(
            approved.responseCode(),
            Optional.of(approved.checks()),
            Optional.of(approved.riskLevel()));
    Amounts amounts = payment.state().amounts();
    Authentication authentication = payment.state().authentication().after(approved.threeDSecure());
    Optional<Money> taken = takenBefore(payment, approved);
    CaptureMethod capture =
        taken.isPresent() ? CaptureMethod.AUTOMATIC : payment.terms().captureMethod();
    return switch (capture) {
      case AUTOMATIC ->
          move(
              payment,
              change(payment, SUCCEEDED)
                  .pending(Optional.empty())
                  .amounts(amounts.captured(taken.orElse(amounts.total())))
                  .verdict(networkResult)
                  .authentication(authentication)
                  .captured(now),
              EventType.PAYMENT_SUCCEEDED);
      case MANUAL ->
          move(
              payment,
              change(payment, REQUIRES_CAPTURE)
                  .pending(Optional.empty())
                  .amounts(amounts.authorized())
                  .verdict(networkResult)
                  .authentication(authentication),
              EventType.PAYMENT_AMOUNT_CAPTURABLE_UPDATED);
    };
  }

  /**
   * Returns the amount that a person captured at the provider before Florin learned of the
   * approval.
   */
  private static Optional<Money> takenBefore(Payment payment, Outcome.Approved approved) {
    return payment.terms().captureMethod() == CaptureMethod.AUTOMATIC
        ? Optional.empty()
        : approved
            .provider()
            .flatMap(ProviderDetails::money)
            .map(ProviderMoney::captured)
            .filter(money -> !money.isZero() && !money.isMoreThan(payment.terms().amount()));
  }

  private static Move requireAction(Payment before, Outcome.RequiresAction action) {
    Payment payment = before.with(before.method().instrument().asked(action.action()));
    return move(
        payment,
        change(payment, REQUIRES_ACTION)
            .pending(Optional.empty())
            .authentication(payment.state().authentication().asking(action)),
        EventType.PAYMENT_REQUIRES_ACTION);
  }

  private static Move fail(Payment payment, Failure failure, NetworkResult networkResult) {
    return move(
            payment,
            change(payment, FAILED)
                .pending(Optional.empty())
                .amounts(payment.state().amounts().released())
                .failure(failure)
                .verdict(networkResult),
            EventType.PAYMENT_FAILED)
        .failing(failure);
  }

  private static Failure declined(Payment payment, Outcome.Declined declined) {
    return payment.method().offSession().isPresent()
            && declined.code() == ErrorCode.AUTHENTICATION_REQUIRED
        ? Failure.payerRequired()
        : Failure.of(declined, payment);
  }

  private static NetworkResult verdict(Outcome.Declined declined) {
    return new NetworkResult(declined.responseCode(), Optional.empty(), Optional.empty());
  }

  private static void requireAuthorizing(Payment payment) {
    if (payment.state().pending().filter(Operation::isOfAuthorization).isEmpty()) {
      throw new IllegalStateException(payment.id() + " has no authorization in flight");
    }
  }

  private static void requireWaiting(Payment payment) {
    if (!payment.isWaitingForPayer()) {
      throw new IllegalStateException(payment.id() + " does not wait for its payer");
    }
  }

  private static void requireStatus(Payment payment, Status expected) {
    if (payment.status() != expected) {
      throw new IllegalStateException(
          payment.id() + " is " + payment.status() + ", not " + expected);
    }
  }
}
