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
import florin.connector.mollie.MollieClient.MollieAnswer;
import florin.connector.mollie.MolliePayment.PaymentState;
import florin.connector.remote.RemoteExchanges;
import florin.connector.remote.RemoteFacts;
import florin.connector.remote.RemoteObject;
import florin.core.ErrorCode;
import florin.core.Money;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The captures, refunds and cancels at Mollie. Mollie's object of the payment shows the outcome of
 * each, so the same reading of it decides after a response, after a rejection and in an inquiry.
 */
final class MollieFollowUps {
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
    MollieRequest asked =
        operation == OperationKind.CAPTURE
            ? MollieRequests.capture(payment.get(), request.amount(), reference)
            : MollieRequests.refund(payment.get(), request.amount(), reference);
    return switch (account.line().send(asked, deadline)) {
      case MollieAnswer.Done(RemoteObject made) -> {
        exchanges.log().answered(reference, 0, made.text("id"), Map.of());
        Outcome now = moved(made);
        // A capture usually succeeds immediately, although its response says pending.
        yield operation == OperationKind.CAPTURE && now instanceof Outcome.Pending
            ? outcome(inquire(operation, request, payment.get(), deadline)).orElse(now)
            : now;
      }
      case MollieAnswer.Refused(MollieError error, boolean isAfterLost) ->
          rejected(
              operation,
              request,
              payment.get(),
              error,
              isAfterLost || mayStillArrive(before),
              deadline);
      // The request has ended, so the payment that is read now has its effect, or it has none.
      case MollieAnswer.Lost(_, boolean isEnded) when isEnded ->
          rejected(operation, request, payment.get(), MollieError.KEPT, false, deadline);
      case MollieAnswer.NotSent(String detail) -> RemoteExchanges.notSent(before, detail);
      case MollieAnswer.KeyRefused(String detail) -> RemoteExchanges.notSent(before, detail);
      case MollieAnswer.Lost(String detail, _) -> new Outcome.Unknown(detail);
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
            (operation == OperationKind.CAPTURE
                    ? capture(reference, request.amount(), found)
                    : refund(reference, found))
                .<Inquiry>map(Inquiry.Found::new)
                .orElseGet(Inquiry.Unclear::new));
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
    Optional<String> payment = MolliePages.created(authorization);
    if (payment.isEmpty()) {
      return new Outcome.Unknown("a payment whose id is not known");
    }
    boolean isApproved = MolliePages.approved(authorization).isPresent();
    Optional<MollieRequest> end =
        switch (account.line().send(MollieRequests.payment(payment.get()), deadline)) {
          case MollieAnswer.Done(RemoteObject found) ->
              end(new MolliePayment(found), payment.get(), isApproved, reference);
          default -> Optional.empty();
        };
    if (end.isPresent()) {
      switch (account.line().send(end.get(), deadline)) {
        case MollieAnswer.NotSent(String detail) -> {
          return RemoteExchanges.notSent(before, detail);
        }
        case MollieAnswer.KeyRefused(String detail) -> {
          return RemoteExchanges.notSent(before, detail);
        }
        // The payment shows the outcome: the payer or another cancel may have been faster.
        case MollieAnswer.Done _, MollieAnswer.Refused _, MollieAnswer.Lost _ -> {}
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
                    .orElseGet(() -> stillThere(found, end.isPresent())));
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
  private static Optional<MollieRequest> end(
      MolliePayment payment, String id, boolean isApproved, OperationRef reference) {
    return switch (payment.state()) {
      case OPEN, PENDING ->
          payment.isCancelable() ? Optional.of(MollieRequests.cancel(id)) : Optional.empty();
      // An amount that the payment's record lacks is finished as authorized first.
      case HELD ->
          !isApproved
              ? Optional.empty()
              : Optional.of(
                  payment.isCancelable()
                      ? MollieRequests.cancel(id)
                      : MollieRequests.release(id, reference));
      case PAID, FAILED, GONE, UNKNOWN -> Optional.empty();
    };
  }

  /**
   * Returns the outcome of a cancel by the payment; empty while the payment waits.
   *
   * @param isApproved whether the record of the payment says that the amount was held or captured
   */
  private static Optional<Outcome> canceled(
      Money amount, OperationRef reference, MolliePayment payment, boolean isApproved) {
    return switch (payment.state()) {
      case GONE, FAILED ->
          Optional.of(
              RemoteFacts.approved(
                  isApproved ? payment.id().orElse("") : reference.toString(),
                  isApproved ? payment.amount().orElse(amount) : Money.zero(amount.currency())));
      case PAID -> Optional.of(isApproved ? RemoteExchanges.CHANGED_THERE : TOO_LATE);
      case HELD ->
          isApproved && payment.list("captures").isEmpty()
              ? Optional.empty()
              : Optional.of(isApproved ? RemoteExchanges.CHANGED_THERE : TOO_LATE);
      case PENDING -> payment.isCancelable() ? Optional.empty() : Optional.of(TOO_LATE);
      case OPEN, UNKNOWN -> Optional.empty();
    };
  }

  /** Returns the result for a payment that is as before. */
  private static Inquiry stillThere(MolliePayment payment, boolean isRequested) {
    return !isRequested && payment.state() == PaymentState.OPEN
        ? new Inquiry.Found(NOT_CANCELABLE)
        : new Inquiry.Unclear();
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
              case CAPTURE -> found(capture(reference, request.amount(), found), steps);
              case REFUND -> found(refund(reference, found), steps);
              case CANCEL, AUTHORIZE ->
                  found(canceled(request.amount(), reference, found, isApproved), steps);
            });
  }

  private Inquiry found(Optional<Outcome> outcome, List<ExchangeStep> steps) {
    if (outcome.isPresent() && outcome.get() instanceof Outcome.Unknown(String detail)) {
      return new Inquiry.Unreachable(detail);
    }
    return outcome.<Inquiry>map(Inquiry.Found::new).orElseGet(() -> exchanges.notYet(steps));
  }
}
