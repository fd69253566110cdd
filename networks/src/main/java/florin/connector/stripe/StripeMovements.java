package florin.connector.stripe;

import florin.connector.Deadline;
import florin.connector.Exchanges.ExchangeStep;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.Inquiry.InquiryRequest;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.ResponseCodes;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteExchanges;
import florin.connector.remote.RemoteFacts;
import florin.connector.remote.RemoteObject;
import florin.connector.remote.RemoteRequest;
import florin.core.Money;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The captures and refunds at Stripe. */
final class StripeMovements {
  private static final Outcome WRONG_AMOUNT = ResponseCodes.decline(ResponseCodes.INVALID_AMOUNT);

  private final StripeAccount account;

  StripeMovements(StripeAccount account) {
    this.account = account;
  }

  /**
   * Carries out a capture or refund.
   *
   * @param before its recorded steps, without an outcome
   */
  Outcome move(
      OperationKind operation, FollowUp request, List<ExchangeStep> before, Deadline deadline) {
    List<ExchangeStep> authorization = account.exchanges().list(request.authorization());
    Optional<String> intent = StripePages.intent(authorization);
    if (intent.isEmpty()) {
      return RemoteExchanges.NOT_OURS;
    }
    OptionalLong amount = amount(request.amount(), authorization);
    if (amount.isEmpty()) {
      return WRONG_AMOUNT;
    }
    OperationRef reference = request.reference();
    if (!account.exchanges().log().sending(reference, operation, 0, operation.text())) {
      return RemoteExchanges.TAKEN;
    }
    RemoteRequest asked =
        operation == OperationKind.CAPTURE
            ? StripeRequests.capture(intent.get(), amount.getAsLong(), reference)
            : StripeRequests.refund(intent.get(), amount.getAsLong(), reference);
    return switch (account.line().send(asked, deadline)) {
      case RemoteAnswer.Done(RemoteObject moved) ->
          operation == OperationKind.CAPTURE
              ? captured(reference, request.amount(), moved)
              : refunded(reference, moved);
      case RemoteAnswer.Refused(StripeError error, _) when operation == OperationKind.CAPTURE ->
          captureRefused(request, intent.get(), error, deadline);
      case RemoteAnswer.Refused(StripeError error, _) -> account.refused(reference, 0, error);
      case RemoteAnswer.NotSent(String detail) -> RemoteExchanges.notSent(before, detail);
      case RemoteAnswer.KeyRefused(String detail) -> RemoteExchanges.notSent(before, detail);
      case RemoteAnswer.Lost(_, boolean isEnded) when isEnded ->
          operation == OperationKind.CAPTURE
              ? captureRefused(request, intent.get(), StripeError.KEPT, deadline)
              : refundEnded(reference, intent.get(), deadline);
      case RemoteAnswer.Lost(String detail, _) -> new Outcome.Unknown(detail);
    };
  }

  /**
   * Returns the amount in Stripe's format. Returns empty if Stripe would reject it: zero, another
   * currency, too precise, or of a setup.
   */
  private static OptionalLong amount(Money asked, List<ExchangeStep> authorization) {
    boolean fits =
        !asked.isZero()
            && RemoteFacts.amount(authorization)
                .filter(money -> !money.isZero() && money.currency().equals(asked.currency()))
                .isPresent();
    return fits ? StripeMoney.write(asked) : OptionalLong.empty();
  }

  /**
   * Resolves a capture that Stripe rejected because the funds are no longer held, or that ended
   * with a kept server error. The intent gives the reason. Only if it is still held, nothing was
   * charged. The intent is read after the response, when the request has ended.
   */
  private Outcome captureRefused(
      FollowUp request, String intent, StripeError error, Deadline deadline) {
    OperationRef reference = request.reference();
    RemoteAnswer<StripeError> answer = account.line().send(StripeRequests.intent(intent), deadline);
    if (!(answer instanceof RemoteAnswer.Done(RemoteObject found))) {
      return new Outcome.Unknown(answer.toString());
    }
    if (!found.text("capture_method").equals(Optional.of("manual"))) {
      return account.refused(reference, 0, error);
    }
    return switch (found.text("status").orElse("")) {
      case "requires_capture" -> account.refused(reference, 0, error);
      case "canceled" -> RemoteExchanges.CHANGED_THERE;
      default -> captured(reference, request.amount(), found);
    };
  }

  /**
   * Returns the outcome of a capture. A capture that a person made in Stripe's dashboard counts as
   * this one if the amount is equal.
   */
  private Outcome captured(OperationRef reference, Money asked, RemoteObject intent) {
    Optional<Money> taken = StripeSession.money("amount_received", intent);
    return switch (intent.text("status").orElse("")) {
      case "succeeded" ->
          taken
              .map(it ->
                  isOf(reference, asked, it, intent)
                      ? account.exchanges().done(reference, intent.text("id").orElse(""), it)
                      : RemoteExchanges.CHANGED_THERE)
              .orElseGet(() -> new Outcome.Unknown("a capture of an amount that is none"));
      case "processing" -> new Outcome.Pending();
      default -> new Outcome.Unknown("a capture that left the intent in another state");
    };
  }

  private Outcome refunded(OperationRef reference, RemoteObject refund) {
    account.exchanges().log().answered(reference, 0, refund.text("id"), Map.of());
    return outcome(refund);
  }

  /**
   * Resolves a refund whose first request ended with an error that Stripe keeps for its key.
   *
   * <p>The error alone proves nothing: Stripe documents the result of a server error as
   * indeterminate. But Stripe keeps the response only when the request has ended, and the request
   * creates nothing after that. Stripe's list is always up to date. So a list that is read now has
   * the refund, in whatever status, or the request did not create it. A list that was read before
   * the replayed response decides nothing, because the request may have been in progress. If
   * Stripe's support completes the refund afterwards, {@link StripeRefunds#money} reports it as
   * made at the provider.
   */
  private Outcome refundEnded(OperationRef reference, String intent, Deadline deadline) {
    Optional<List<RemoteObject>> refunds = new StripeRefunds(account).list(intent, deadline);
    if (refunds.isEmpty()) {
      return new Outcome.Unknown("refunds that cannot be listed");
    }
    return find(reference, refunds.get())
        .map(ours -> refunded(reference, ours))
        .orElseGet(() -> account.refused(reference, 0, StripeError.KEPT));
  }

  private static Optional<RemoteObject> find(OperationRef reference, List<RemoteObject> refunds) {
    return refunds.stream().filter(refund -> isOf(reference, refund)).findFirst();
  }

  private static Outcome outcome(RemoteObject refund) {
    Optional<Money> given = StripeSession.money("amount", refund);
    return switch (refund.text("status").orElse("")) {
      case "succeeded" ->
          given
              .<Outcome>map(it -> RemoteFacts.approved(refund.text("id").orElse(""), it))
              .orElseGet(() -> new Outcome.Unknown("a refund of an amount that is none"));
      case "pending", "requires_action" -> new Outcome.Pending();
      case "failed" -> StripeErrors.refund(refund.text("failure_reason"));
      case "canceled" -> StripeErrors.refund(Optional.empty());
      default -> new Outcome.Unknown("a refund in a state that has no word here");
    };
  }

  /**
   * Returns the outcome of a capture or refund.
   *
   * @param steps the steps that were sent, without an outcome
   */
  Inquiry inquire(InquiryRequest request, List<ExchangeStep> steps, Deadline deadline) {
    Optional<String> intent = StripePages.intent(account.exchanges().list(request.authorization()));
    if (intent.isEmpty()) {
      return account.exchanges().notYet(steps);
    }
    return request.operation() == OperationKind.CAPTURE
        ? inquireCapture(request, intent.get(), steps, deadline)
        : inquireRefund(request, intent.get(), steps, deadline);
  }

  /**
   * Returns the outcome of a capture. There is one capture at most, and the intent names the one
   * that captured the amount.
   */
  private Inquiry inquireCapture(
      InquiryRequest request, String intent, List<ExchangeStep> steps, Deadline deadline) {
    return switch (account.line().send(StripeRequests.intent(intent), deadline)) {
      case RemoteAnswer.Done(RemoteObject found) ->
          switch (found.text("status").orElse("")) {
            case "succeeded", "processing" ->
                new Inquiry.Found(captured(request.reference(), request.amount(), found));
            case "canceled" -> new Inquiry.Found(RemoteExchanges.CHANGED_THERE);
            default -> account.exchanges().notYet(steps);
          };
      case RemoteAnswer<StripeError> other -> new Inquiry.Unreachable(other.toString());
    };
  }

  /**
   * Returns whether it is Florin's capture. A capture from Stripe's dashboard has no reference of
   * Florin.
   */
  private static boolean isOf(
      OperationRef reference, Money asked, Money taken, RemoteObject intent) {
    return intent
        .text("metadata", StripeRequests.CAPTURE_REFERENCE)
        .map(by -> by.equals(reference.toString()))
        .orElse(taken.equals(asked));
  }

  private Inquiry inquireRefund(
      InquiryRequest request, String intent, List<ExchangeStep> steps, Deadline deadline) {
    Optional<String> name = steps.getLast().externalId();
    if (name.isEmpty()) {
      return findRefund(request, intent, steps, deadline);
    }
    return switch (account.line().send(StripeRequests.refund(name.get()), deadline)) {
      case RemoteAnswer.Done(RemoteObject refund) -> found(outcome(refund));
      case RemoteAnswer<StripeError> other -> new Inquiry.Unreachable(other.toString());
    };
  }

  /**
   * Finds a refund whose response was lost among the payment's refunds. Stripe's list is always up
   * to date.
   */
  private Inquiry findRefund(
      InquiryRequest request, String intent, List<ExchangeStep> steps, Deadline deadline) {
    Optional<List<RemoteObject>> refunds = new StripeRefunds(account).list(intent, deadline);
    if (refunds.isEmpty()) {
      return new Inquiry.Unreachable("refunds that cannot be listed");
    }
    return find(request.reference(), refunds.get())
        .map(ours -> found(refunded(request.reference(), ours)))
        .orElseGet(() -> account.exchanges().notYet(steps));
  }

  private static boolean isOf(OperationRef reference, RemoteObject refund) {
    return refund
        .text("metadata", StripeRequests.REFERENCE)
        .equals(Optional.of(reference.toString()));
  }

  private static Inquiry found(Outcome outcome) {
    return outcome instanceof Outcome.Unknown(String detail)
        ? new Inquiry.Unreachable(detail)
        : new Inquiry.Found(outcome);
  }
}
