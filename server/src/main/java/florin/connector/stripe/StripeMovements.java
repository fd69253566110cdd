package florin.connector.stripe;

import florin.connector.Deadline;
import florin.connector.Exchanges.ExchangeStep;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.InquiryRequest;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.ResponseCodes;
import florin.core.Money;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Captures and refunds. */
final class StripeMovements {
  /** Lists of refunds of one payment that are looked through: more of them nobody has. */
  private static final int MAX_LISTS = 10;

  private static final Outcome WRONG_AMOUNT = ResponseCodes.decline(ResponseCodes.INVALID_AMOUNT);

  private final StripeAccount account;

  StripeMovements(StripeAccount account) {
    this.account = account;
  }

  /**
   * @param before what was written down of it, without an outcome
   */
  Outcome move(
      OperationKind operation, FollowUp request, List<ExchangeStep> before, Deadline deadline) {
    List<ExchangeStep> authorization = account.exchanges().list(request.authorization());
    Optional<String> intent = StripePages.intent(authorization);
    if (intent.isEmpty()) {
      return StripeAccount.NOT_OURS;
    }
    OptionalLong amount = amount(request.amount(), authorization);
    if (amount.isEmpty()) {
      return WRONG_AMOUNT;
    }
    OperationRef reference = request.reference();
    if (!account.exchanges().sending(reference, operation, 0, operation.text())) {
      return StripeAccount.TAKEN;
    }
    StripeRequest asked =
        operation == OperationKind.CAPTURE
            ? StripeRequests.capture(intent.get(), amount.getAsLong(), reference)
            : StripeRequests.refund(intent.get(), amount.getAsLong(), reference);
    return switch (account.line().send(asked, deadline)) {
      case StripeAnswer.Done(StripeObject moved) ->
          operation == OperationKind.CAPTURE
              ? captured(reference, moved)
              : refunded(reference, moved);
      case StripeAnswer.Refused(StripeError error) -> account.refused(reference, 0, error);
      case StripeAnswer.NotSent(String detail) -> StripeAccount.notSent(before, detail);
      case StripeAnswer.KeyRefused(String detail) -> StripeAccount.notSent(before, detail);
      case StripeAnswer.Lost(String detail) -> new Outcome.Unknown(detail);
    };
  }

  /** Empty when Stripe need not be asked: nothing, another currency, or too fine. */
  private static OptionalLong amount(Money asked, List<ExchangeStep> authorization) {
    boolean fits =
        !asked.isZero()
            && StripeFacts.amount(authorization)
                .filter(money -> money.currency().equals(asked.currency()))
                .isPresent();
    return fits ? StripeMoney.write(asked) : OptionalLong.empty();
  }

  private Outcome captured(OperationRef reference, StripeObject intent) {
    Optional<Money> taken = StripeSession.money("amount_received", intent);
    return switch (intent.text("status").orElse("")) {
      case "succeeded" ->
          taken
              .<Outcome>map(it -> account.done(reference, intent.text("id").orElse(""), it))
              .orElseGet(() -> new Outcome.Unknown("a capture of an amount that is none"));
      case "processing" -> new Outcome.Pending();
      default -> new Outcome.Unknown("a capture that left the intent in another state");
    };
  }

  private Outcome refunded(OperationRef reference, StripeObject refund) {
    account.exchanges().answered(reference, 0, refund.text("id"), Map.of());
    return outcome(refund);
  }

  private static Outcome outcome(StripeObject refund) {
    Optional<Money> given = StripeSession.money("amount", refund);
    return switch (refund.text("status").orElse("")) {
      case "succeeded" ->
          given
              .<Outcome>map(it -> StripeFacts.approved(refund.text("id").orElse(""), it))
              .orElseGet(() -> new Outcome.Unknown("a refund of an amount that is none"));
      case "pending", "requires_action" -> new Outcome.Pending();
      case "failed" -> StripeErrors.refund(refund.text("failure_reason"));
      case "canceled" -> StripeErrors.refund(Optional.empty());
      default -> new Outcome.Unknown("a refund in a state that has no word here");
    };
  }

  /**
   * @param steps that were sent, without an outcome
   */
  Inquiry inquire(InquiryRequest request, List<ExchangeStep> steps, Deadline deadline) {
    Optional<String> intent = StripePages.intent(account.exchanges().list(request.authorization()));
    if (intent.isEmpty()) {
      return account.notYet(steps);
    }
    return request.operation() == OperationKind.CAPTURE
        ? inquireCapture(request, intent.get(), steps, deadline)
        : inquireRefund(request, intent.get(), steps, deadline);
  }

  /** There is one capture at most, and the intent names the one that took the amount. */
  private Inquiry inquireCapture(
      InquiryRequest request, String intent, List<ExchangeStep> steps, Deadline deadline) {
    return switch (account.line().send(StripeRequests.intent(intent), deadline)) {
      case StripeAnswer.Done(StripeObject found) ->
          switch (found.text("status").orElse("")) {
            case "succeeded", "processing" ->
                isBy(request.reference(), found)
                    ? new Inquiry.Found(captured(request.reference(), found))
                    : new Inquiry.Found(ResponseCodes.decline(ResponseCodes.INVALID_TRANSACTION));
            case "canceled" ->
                new Inquiry.Found(ResponseCodes.decline(ResponseCodes.INVALID_TRANSACTION));
            default -> account.notYet(steps);
          };
      case StripeAnswer other -> new Inquiry.Unreachable(other.toString());
    };
  }

  private static boolean isBy(OperationRef reference, StripeObject intent) {
    return intent
        .text("metadata", StripeRequests.CAPTURE_REFERENCE)
        .equals(Optional.of(reference.toString()));
  }

  private Inquiry inquireRefund(
      InquiryRequest request, String intent, List<ExchangeStep> steps, Deadline deadline) {
    Optional<String> name = steps.getLast().externalId();
    if (name.isEmpty()) {
      return findRefund(request, intent, steps, deadline);
    }
    return switch (account.line().send(StripeRequests.refund(name.get()), deadline)) {
      case StripeAnswer.Done(StripeObject refund) -> found(outcome(refund));
      case StripeAnswer other -> new Inquiry.Unreachable(other.toString());
    };
  }

  /** Its answer was lost: among the payment's refunds, lists of which are never behind. */
  private Inquiry findRefund(
      InquiryRequest request, String intent, List<ExchangeStep> steps, Deadline deadline) {
    Optional<String> after = Optional.empty();
    for (int i = 0; i < MAX_LISTS; i++) {
      StripeAnswer answer = account.line().send(StripeRequests.refunds(intent, after), deadline);
      if (!(answer instanceof StripeAnswer.Done(StripeObject list))) {
        return new Inquiry.Unreachable(answer.toString());
      }
      List<StripeObject> refunds = list.objects("data");
      Optional<StripeObject> ours =
          refunds.stream().filter(refund -> isOf(request.reference(), refund)).findFirst();
      if (ours.isPresent()) {
        return found(refunded(request.reference(), ours.get()));
      }
      if (!list.is("has_more") || refunds.isEmpty()) {
        return account.notYet(steps);
      }
      after = refunds.getLast().text("id");
    }
    return new Inquiry.Unreachable("more refunds than are looked through");
  }

  private static boolean isOf(OperationRef reference, StripeObject refund) {
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
