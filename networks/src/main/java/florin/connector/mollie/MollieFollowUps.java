package florin.connector.mollie;

import florin.connector.Deadline;
import florin.connector.Exchanges.ExchangeStep;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.Inquiry.InquiryRequest;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.ResponseCodes;
import florin.connector.mollie.MolliePayment.PaymentState;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteCharges;
import florin.connector.remote.RemoteExchanges;
import florin.connector.remote.RemoteFacts;
import florin.connector.remote.RemoteObject;
import florin.connector.remote.RemoteRequest;
import florin.core.ErrorCode;
import florin.core.Money;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The captures, refunds and cancels at Mollie. Mollie's object of the payment shows the outcome of
 * each, so the same reading of it decides after a response, after a rejection and in an inquiry.
 */
final class MollieFollowUps {
  private static final Logger LOG = LoggerFactory.getLogger(MollieFollowUps.class);

  /** The facts of a cancel that Mollie has accepted. */
  private static final Map<String, String> ACCEPTED = Map.of("cancel", "accepted");

  private static final Outcome.Declined WRONG_AMOUNT =
      ResponseCodes.decline(ResponseCodes.INVALID_AMOUNT);

  /** The payer was faster: the payment is finished as paid, and can be refunded. */
  private static final Outcome.Declined TOO_LATE =
      ResponseCodes.decline(ResponseCodes.INVALID_TRANSACTION);

  /** The payer may still pay, and Mollie doesn't end the page before it expires. */
  private static final Outcome.Declined NOT_CANCELABLE =
      Outcome.Declined.byProvider(ErrorCode.PROVIDER_REFUSED);

  private final MollieAccount account;
  private final RemoteExchanges exchanges;
  private final MolliePages pages;

  MollieFollowUps(MollieAccount account, MolliePages pages) {
    this.account = account;
    this.exchanges = account.exchanges();
    this.pages = pages;
  }

  /**
   * Carries out a capture or refund.
   *
   * @param before its recorded steps, without an outcome
   */
  Outcome move(
      OperationKind operation, FollowUp request, List<ExchangeStep> before, Deadline deadline) {
    List<ExchangeStep> authorization = exchanges.list(request.authorization());
    Optional<String> payment = MolliePages.approved(authorization);
    if (payment.isEmpty()) {
      return RemoteExchanges.NOT_OURS;
    }
    boolean fits =
        !request.amount().isZero()
            && RemoteFacts.amount(authorization)
                .filter(money -> money.currency().equals(request.amount().currency()))
                .isPresent();
    if (!fits) {
      return WRONG_AMOUNT;
    }
    OperationRef reference = request.reference();
    if (!exchanges.log().sending(reference, operation, 0, operation.text())) {
      return RemoteExchanges.TAKEN;
    }
    RemoteRequest asked =
        operation == OperationKind.CAPTURE
            ? MollieRequests.capture(payment.get(), request.amount(), reference)
            : MollieRequests.refund(payment.get(), request.amount(), reference);
    return switch (account.line().send(asked, deadline)) {
      case RemoteAnswer.Done(RemoteObject made) -> {
        exchanges.log().answered(reference, 0, made.text("id"), Map.of());
        Outcome now = moved(made);
        yield operation == OperationKind.CAPTURE && !(now instanceof Outcome.Declined)
            ? captured(request, payment.get(), deadline)
            : now;
      }
      case RemoteAnswer.Refused(MollieError error, boolean isAfterLost) ->
          rejected(
              operation,
              request,
              payment.get(),
              error,
              isAfterLost || mayStillArrive(before),
              deadline);
      // The request has ended, so the payment that is read now has its effect, or it has none.
      case RemoteAnswer.Lost(_, boolean isEnded) when isEnded ->
          rejected(operation, request, payment.get(), MollieError.KEPT, false, deadline);
      case RemoteAnswer.NotSent(String detail) -> RemoteExchanges.notSent(before, detail);
      case RemoteAnswer.KeyRefused(String detail) -> RemoteExchanges.notSent(before, detail);
      case RemoteAnswer.Lost(String detail, _) -> new Outcome.Unknown(detail);
    };
  }

  /**
   * Resolves a request that Mollie rejected. An earlier message of the same operation may have been
   * carried out, or a person may have captured or canceled the payment in Mollie's dashboard.
   *
   * @param mayStillArrive whether an earlier message may be carried out after this one
   */
  private Outcome rejected(
      OperationKind operation,
      FollowUp request,
      String payment,
      MollieError error,
      boolean mayStillArrive,
      Deadline deadline) {
    Inquiry inquiry = inquire(operation, request, payment, deadline);
    return inquiry instanceof Inquiry.Unreachable(String detail)
        ? new Outcome.Unknown(detail)
        : outcome(inquiry)
            .orElseGet(() ->
                mayStillArrive
                    ? new Outcome.Unknown(error.toString())
                    : exchanges.declined(request.reference(), 0, error.decline()));
  }

  /**
   * Returns the outcome of a capture that Mollie has accepted. It usually succeeds immediately,
   * although its response says pending.
   */
  private Outcome captured(FollowUp request, String payment, Deadline deadline) {
    Inquiry inquiry = inquire(OperationKind.CAPTURE, request, payment, deadline);
    return inquiry instanceof Inquiry.Unreachable(String detail)
        ? new Outcome.Unknown(detail)
        : outcome(inquiry).orElseGet(Outcome.Pending::new);
  }

  private boolean mayStillArrive(List<ExchangeStep> before) {
    return !before.isEmpty() && exchanges.notYet(before) instanceof Inquiry.NotYet;
  }

  private Inquiry inquire(
      OperationKind operation, FollowUp request, String payment, Deadline deadline) {
    OperationRef reference = request.reference();
    return account.look(
        reference,
        payment,
        deadline,
        found ->
            operation == OperationKind.CAPTURE
                ? capture(reference, request.amount(), found)
                    .map(outcome -> released(reference, found, outcome, deadline))
                    .orElseGet(Inquiry.Unclear::new)
                : refund(reference, found)
                    .<Inquiry>map(Inquiry.Found::new)
                    .orElseGet(Inquiry.Unclear::new));
  }

  /**
   * Releases the rest after a capture of a part, because Florin captures once. Mollie may keep the
   * rest authorized for other captures. A release that Mollie doesn't accept is not repeated for
   * long, because the capture's outcome is more urgent.
   */
  private Inquiry released(
      OperationRef reference, MolliePayment payment, Outcome outcome, Deadline deadline) {
    boolean isRestHeld =
        outcome instanceof Outcome.Approved
            && payment.state() == PaymentState.HELD
            && !payment.captured().equals(payment.amount());
    if (!isRestHeld) {
      return new Inquiry.Found(outcome);
    }
    RemoteAnswer<MollieError> answer =
        account.line().send(MollieRequests.release(payment.id().orElse(""), reference), deadline);
    boolean mayRepeat =
        !(answer instanceof RemoteAnswer.Done || answer instanceof RemoteAnswer.Refused)
            && mayStillArrive(exchanges.list(reference));
    if (mayRepeat) {
      return new Inquiry.Unreachable("the rest of the amount is not released yet");
    }
    if (!(answer instanceof RemoteAnswer.Done)) {
      LOG.warn("{}: Mollie has not released the rest of the amount: {}", reference, answer);
    }
    return new Inquiry.Found(outcome);
  }

  private static Optional<Outcome> outcome(Inquiry inquiry) {
    return inquiry instanceof Inquiry.Found(Outcome found) ? Optional.of(found) : Optional.empty();
  }

  /** Returns the outcome of a capture; empty if Mollie doesn't have it. */
  private static Optional<Outcome> capture(
      OperationRef reference, Money asked, MolliePayment payment) {
    Optional<Outcome> ours = find(reference, payment.list("captures")).map(MollieFollowUps::moved);
    if (ours.isPresent() || !payment.isManual()) {
      return ours;
    }
    return switch (payment.state()) {
      case PAID -> Optional.of(capturedThere(asked, payment));
      case GONE, FAILED -> Optional.of(RemoteExchanges.CHANGED_THERE);
      case HELD, OPEN, PENDING, UNKNOWN -> Optional.empty();
    };
  }

  /**
   * Returns the outcome for a payment that was captured without this reference. A capture of the
   * same amount in Mollie's dashboard counts as this one.
   */
  private static Outcome capturedThere(Money asked, MolliePayment payment) {
    boolean isByFlorin =
        payment.list("captures").stream()
            .filter(it -> it.text("status").equals(Optional.of("succeeded")))
            .anyMatch(it -> reference(it).isPresent());
    return !isByFlorin && payment.captured().equals(Optional.of(asked))
        ? RemoteFacts.approved(payment.id().orElse(""), asked)
        : RemoteExchanges.CHANGED_THERE;
  }

  private static Optional<Outcome> refund(OperationRef reference, MolliePayment payment) {
    return find(reference, payment.list("refunds")).map(MollieFollowUps::moved);
  }

  private static Optional<RemoteObject> find(OperationRef reference, List<RemoteObject> objects) {
    return objects.stream()
        .filter(object -> reference(object).equals(Optional.of(reference.toString())))
        .findFirst();
  }

  static Optional<String> reference(RemoteObject object) {
    return object.text("metadata", MollieRequests.REFERENCE);
  }

  /** Returns the outcome of a capture or refund by its status. */
  private static Outcome moved(RemoteObject movement) {
    return switch (movement.text("status").orElse("")) {
      case "succeeded", "refunded" ->
          MollieMoney.read("amount", movement)
              .<Outcome>map(it -> RemoteFacts.approved(movement.text("id").orElse(""), it))
              .orElseGet(() -> new Outcome.Unknown("an amount that can't be read"));
      case "queued", "pending", "processing" -> new Outcome.Pending();
      case "failed", "canceled" -> Outcome.Declined.byProvider(ErrorCode.PROVIDER_REFUSED);
      default -> new Outcome.Unknown("an unknown status");
    };
  }

  /**
   * Cancels an authorization.
   *
   * @param before its recorded steps, without an outcome
   */
  Outcome cancel(FollowUp request, List<ExchangeStep> before, Deadline deadline) {
    OperationRef reference = request.reference();
    if (!exchanges.log().sending(reference, OperationKind.CANCEL, 0, "cancel")) {
      return RemoteExchanges.TAKEN;
    }
    if (pages.isUnseen(request.authorization())) {
      return nothing(request);
    }
    List<ExchangeStep> authorization = exchanges.list(request.authorization());
    if (RemoteCharges.customer(authorization).isPresent()) {
      Optional<Inquiry> missing =
          pages.charges().find(request.authorization(), request.amount(), authorization, deadline);
      if (missing.isPresent()) {
        boolean isAbsent = !(missing.get() instanceof Inquiry.Unreachable);
        return isAbsent && pages.charges().charges().ends(request.authorization())
            ? nothing(request)
            : new Outcome.Unknown("a charge that may still arrive");
      }
      authorization = exchanges.list(request.authorization());
    }
    Optional<String> payment = MolliePages.created(authorization);
    if (payment.isEmpty()) {
      return new Outcome.Unknown("a payment whose id is not known");
    }
    boolean isApproved = MolliePages.approved(authorization).isPresent();
    Optional<RemoteRequest> end =
        switch (account.line().send(MollieRequests.payment(payment.get()), deadline)) {
          case RemoteAnswer.Done(RemoteObject found) ->
              end(new MolliePayment(found), payment.get(), isApproved, reference);
          default -> Optional.empty();
        };
    if (end.isPresent()) {
      switch (account.line().send(end.get(), deadline)) {
        case RemoteAnswer.NotSent(String detail) -> {
          return RemoteExchanges.notSent(before, detail);
        }
        case RemoteAnswer.KeyRefused(String detail) -> {
          return RemoteExchanges.notSent(before, detail);
        }
        // The payment shows the outcome: the payer or another cancel may have been faster.
        case RemoteAnswer.Refused(_, _), RemoteAnswer.Lost(_, _) -> {}
        case RemoteAnswer.Done(_) ->
            exchanges.log().answered(reference, 0, Optional.empty(), ACCEPTED);
      }
    }
    Inquiry inquiry =
        account.look(
            reference,
            payment.get(),
            deadline,
            found ->
                canceled(request.amount(), reference, found, isApproved)
                    .<Inquiry>map(Inquiry.Found::new)
                    .orElseGet(
                        () -> stillThere(found, end.isPresent(), exchanges.list(reference))));
    return switch (inquiry) {
      case Inquiry.Found(Outcome.Approved approved) -> done(reference, approved);
      case Inquiry.Found(Outcome.Declined declined) when declined.equals(TOO_LATE) ->
          exchanges.declined(reference, 0, TOO_LATE);
      case Inquiry.Found(Outcome outcome) -> outcome;
      case Inquiry.Unreachable(String detail) -> new Outcome.Unknown(detail);
      case Inquiry.Absent(), Inquiry.NotYet _, Inquiry.Unclear() ->
          new Outcome.Unknown("a cancel that has not ended");
    };
  }

  private Outcome done(OperationRef reference, Outcome.Approved approved) {
    return exchanges.done(reference, approved.connectorReference(), approved.amount());
  }

  private Outcome nothing(FollowUp request) {
    return exchanges.done(
        request.reference(),
        request.reference().toString(),
        Money.zero(request.amount().currency()));
  }

  /** Returns the request that ends a payment; empty if Mollie doesn't end it on request. */
  private static Optional<RemoteRequest> end(
      MolliePayment payment, String id, boolean isApproved, OperationRef reference) {
    boolean isGivenUp = isGivenUp(payment, isApproved);
    return switch (payment.state()) {
      case OPEN, PENDING ->
          payment.isCancelable() ? Optional.of(MollieRequests.cancel(id)) : Optional.empty();
      // An amount that the payment's record lacks is finished as authorized first.
      case HELD ->
          !isApproved && !isGivenUp
              ? Optional.empty()
              : Optional.of(
                  payment.isCancelable()
                      ? MollieRequests.cancel(id)
                      : MollieRequests.release(id, reference));
      case PAID ->
          payment
              .unrefunded()
              .filter(_ -> isGivenUp)
              .map(amount -> MollieRequests.refund(id, amount, reference));
      case FAILED, GONE, UNKNOWN -> Optional.empty();
    };
  }

  /**
   * Returns whether Florin has given up a charge without the payer, which was carried out after
   * all. A merchant can cancel only what was approved and is held.
   */
  private static boolean isGivenUp(MolliePayment payment, boolean isApproved) {
    return payment.isCharge() && !(isApproved && payment.isManual());
  }

  /**
   * Returns the outcome of a cancel by the payment; empty while the payment waits.
   *
   * @param isApproved whether the record of the payment says that the amount was held or captured
   */
  private static Optional<Outcome> canceled(
      Money amount, OperationRef reference, MolliePayment payment, boolean isApproved) {
    boolean isGivenUp = isGivenUp(payment, isApproved);
    return switch (payment.state()) {
      case GONE, FAILED ->
          Optional.of(
              RemoteFacts.approved(
                  isApproved ? payment.id().orElse("") : reference.toString(),
                  isApproved ? payment.amount().orElse(amount) : Money.zero(amount.currency())));
      case PAID ->
          !isGivenUp
              ? Optional.of(isApproved ? RemoteExchanges.CHANGED_THERE : TOO_LATE)
              : payment
                  .captured()
                  .filter(_ -> payment.isRefunded())
                  .map(paid -> RemoteFacts.approved(payment.id().orElse(""), paid));
      case HELD ->
          isGivenUp
                  || (isApproved
                      && payment.list("captures").stream().allMatch(MollieFollowUps::hasFailed))
              ? Optional.empty()
              : Optional.of(isApproved ? RemoteExchanges.CHANGED_THERE : TOO_LATE);
      case PENDING ->
          isGivenUp || payment.isCancelable() ? Optional.empty() : Optional.of(TOO_LATE);
      case OPEN, UNKNOWN -> Optional.empty();
    };
  }

  private static boolean hasFailed(RemoteObject movement) {
    return movement.text("status").equals(Optional.of("failed"));
  }

  /**
   * Returns the result for a payment that is as before.
   *
   * @param isRequested whether a request to end it was sent now
   */
  private static Inquiry stillThere(
      MolliePayment payment, boolean isRequested, List<ExchangeStep> steps) {
    return isReleasing(payment, steps)
        ? new Inquiry.Found(new Outcome.Pending())
        : !isRequested && payment.state() == PaymentState.OPEN
            ? new Inquiry.Found(NOT_CANCELABLE)
            : new Inquiry.Unclear();
  }

  /**
   * Returns whether Mollie has accepted to release the amount, and has not done so yet. The payer's
   * bank may take days.
   */
  private static boolean isReleasing(MolliePayment payment, List<ExchangeStep> steps) {
    return payment.state() == PaymentState.HELD
        && steps.stream().anyMatch(step -> step.facts().equals(ACCEPTED));
  }

  /**
   * Returns the outcome of a capture, refund or cancel.
   *
   * @param steps the steps that were sent, without an outcome
   */
  Inquiry inquire(InquiryRequest request, List<ExchangeStep> steps, Deadline deadline) {
    OperationRef reference = request.reference();
    List<ExchangeStep> authorization = exchanges.list(request.authorization());
    boolean isCancel = request.operation() == OperationKind.CANCEL;
    if (isCancel && authorization.stream().anyMatch(ExchangeStep::isClosed)) {
      return new Inquiry.Found(
          RemoteFacts.approved(reference.toString(), Money.zero(request.amount().currency())));
    }
    boolean isApproved = MolliePages.approved(authorization).isPresent();
    Optional<String> payment =
        isCancel ? MolliePages.created(authorization) : MolliePages.approved(authorization);
    if (payment.isEmpty()) {
      return exchanges.notYet(steps);
    }
    return account.look(
        reference,
        payment.get(),
        deadline,
        found ->
            switch (request.operation()) {
              case CAPTURE ->
                  capture(reference, request.amount(), found)
                      .map(outcome -> released(reference, found, outcome, deadline))
                      .map(MollieFollowUps::known)
                      .orElseGet(() -> exchanges.notYet(steps));
              case REFUND -> found(refund(reference, found), steps);
              case CANCEL, AUTHORIZE ->
                  isReleasing(found, steps)
                      ? new Inquiry.Found(new Outcome.Pending())
                      : found(canceled(request.amount(), reference, found, isApproved), steps);
            });
  }

  private Inquiry found(Optional<Outcome> outcome, List<ExchangeStep> steps) {
    return outcome
        .<Inquiry>map(Inquiry.Found::new)
        .map(MollieFollowUps::known)
        .orElseGet(() -> exchanges.notYet(steps));
  }

  /** Returns an inquiry whose outcome is known, or that is repeated. */
  private static Inquiry known(Inquiry inquiry) {
    return inquiry instanceof Inquiry.Found(Outcome.Unknown(String detail))
        ? new Inquiry.Unreachable(detail)
        : inquiry;
  }
}
