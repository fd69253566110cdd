package florin.connector.stripe;

import florin.connector.AuthorizeRequest;
import florin.connector.Credential;
import florin.connector.Deadline;
import florin.connector.Exchanges.ExchangeStep;
import florin.connector.Inquiry;
import florin.connector.Inquiry.InquiryRequest;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteCharges;
import florin.connector.remote.RemoteExchanges;
import florin.connector.remote.RemoteFacts;
import florin.connector.remote.RemoteObject;
import florin.connector.remote.RemoteRequest;
import florin.connector.stripe.StripePages.Sought;
import florin.connector.stripe.StripeSession.PageState;
import florin.core.ErrorCode;
import florin.core.Money;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Charges of payment methods that Stripe saved on its page, without the payer. The steps are
 * numbered as those of a page, so that captures and refunds find the intent of either.
 */
final class StripeSaved {
  /** The payment method in the credential. */
  static final String METHOD = "payment_method";

  /** The difference of clocks that is allowed for when an intent is looked for. */
  private static final Duration SPARE = Duration.ofMinutes(5);

  private static final Logger LOG = LoggerFactory.getLogger(StripeSaved.class);

  private final StripeAccount account;
  private final StripePages pages;
  private final RemoteCharges charges;

  StripeSaved(StripeAccount account, StripePages pages) {
    this.account = account;
    this.pages = pages;
    this.charges = new RemoteCharges(account.exchanges());
  }

  Outcome authorize(AuthorizeRequest request, Credential.Saved saved, Deadline deadline) {
    OptionalLong amount = StripeMoney.write(request.amount());
    if (amount.isEmpty()) {
      return Outcome.Declined.byProvider(ErrorCode.CURRENCY_NOT_ENABLED);
    }
    String customer = saved.ids().getOrDefault(RemoteCharges.CUSTOMER, "");
    String method = saved.ids().getOrDefault(METHOD, "");
    RemoteRequest charge = StripeRequests.charge(request, customer, method, amount.getAsLong());
    OperationRef reference = request.reference();
    List<ExchangeStep> before = account.exchanges().list(reference);
    Optional<Outcome> known =
        RemoteFacts.outcome(before)
            .or(() ->
                charges.made(
                    request, before, () -> look(reference, request.amount(), before, deadline)));
    if (known.isPresent()) {
      return known.get();
    }
    if (!charges.maySend(request, customer)) {
      return RemoteExchanges.TAKEN;
    }
    return switch (account.line().send(charge, deadline)) {
      case RemoteAnswer.Done(RemoteObject intent) ->
          StripePages.outcome(
              pages.read(
                  new Sought(reference, request.amount(), List.of()),
                  StripeSession.of(intent),
                  deadline));
      case RemoteAnswer.Refused(StripeError error, _) -> {
        // Recorded first: after a crash between the two, a canceled intent shows no decline.
        Outcome refused = account.refused(reference, StripePages.PAGE, error);
        error.intent().ifPresent(intent -> cancel(intent, reference, deadline));
        yield refused;
      }
      case RemoteAnswer.NotSent(String detail) -> RemoteExchanges.notSent(before, detail);
      case RemoteAnswer.KeyRefused(String detail) -> RemoteExchanges.notSent(before, detail);
      case RemoteAnswer.Lost(String detail, _) -> new Outcome.Unknown(detail);
    };
  }

  /** Records a decline that an inquiry found, because its intent is canceled next. */
  private void keep(OperationRef reference, Inquiry inquiry) {
    if (inquiry instanceof Inquiry.Found(Outcome.Declined declined)) {
      account.exchanges().declined(reference, StripePages.PAGE, declined);
    }
  }

  /**
   * Cancels the intent of a declined charge, so that no person can confirm it later. This only
   * cleans up, and need not succeed.
   */
  private void cancel(String intent, OperationRef reference, Deadline deadline) {
    RemoteAnswer<StripeError> answer =
        account.line().send(StripeRequests.cancel(intent, reference), deadline);
    if (!(answer instanceof RemoteAnswer.Done(_))) {
      LOG.info("{}: the intent of a declined charge was not canceled: {}", reference, answer);
    }
  }

  /** Returns the steps of charges. */
  RemoteCharges charges() {
    return charges;
  }

  Inquiry inquire(InquiryRequest request, List<ExchangeStep> steps, Deadline deadline) {
    return look(request.reference(), request.amount(), steps, deadline);
  }

  private Inquiry look(
      OperationRef reference, Money amount, List<ExchangeStep> steps, Deadline deadline) {
    return switch (find(reference, steps, deadline)) {
      case RemoteAnswer.Done(RemoteObject found) -> {
        var session = StripeSession.of(found);
        if (session.isMissing()) {
          yield charges.notYet(steps);
        }
        Inquiry inquiry = pages.read(new Sought(reference, amount, steps), session, deadline);
        if (session.state() == PageState.FAILED) {
          keep(reference, inquiry);
          session.intent().ifPresent(intent -> cancel(intent, reference, deadline));
        }
        yield inquiry;
      }
      case RemoteAnswer<StripeError> other -> new Inquiry.Unreachable(other.toString());
    };
  }

  /**
   * Returns the intent of a charge: the recorded one, otherwise the one in the customer's list with
   * Florin's reference. Stripe's list is always up to date.
   *
   * @return an empty object if Stripe has no such intent
   */
  RemoteAnswer<StripeError> find(
      OperationRef reference, List<ExchangeStep> steps, Deadline deadline) {
    Optional<String> known = StripePages.intent(steps);
    if (known.isPresent()) {
      return account.line().send(StripeRequests.charged(known.get()), deadline);
    }
    RemoteRequest list =
        StripeRequests.chargesOf(
            RemoteCharges.customer(steps).orElseThrow(), reference.id().made().minus(SPARE));
    RemoteAnswer<StripeError> answer = account.line().send(list, deadline);
    if (!(answer instanceof RemoteAnswer.Done(RemoteObject page))) {
      return answer;
    }
    Optional<String> found =
        page.objects("data").stream()
            .filter(intent ->
                intent
                    .text("metadata", StripeRequests.CHARGE_REFERENCE)
                    .equals(Optional.of(reference.toString())))
            .findFirst()
            .flatMap(intent -> intent.text("id"));
    if (found.isPresent()) {
      return account.line().send(StripeRequests.charged(found.get()), deadline);
    }
    return page.is("has_more")
        ? new RemoteAnswer.Lost<>("more charges of the customer than one page has", false)
        : new RemoteAnswer.Done<>(RemoteObject.EMPTY);
  }

  /**
   * Detaches a saved payment method. Returns whether Stripe can no longer charge it. A key of
   * another account finds neither the payment method nor its customer, which proves nothing: the
   * account that saved it may still charge it.
   */
  boolean revoke(Credential.Saved saved, Deadline deadline) {
    String method = saved.ids().getOrDefault(METHOD, "");
    return switch (account.line().send(StripeRequests.detach(method), deadline)) {
      case RemoteAnswer.Done(_) -> true;
      case RemoteAnswer.Refused(_, _) ->
          switch (account.line().send(StripeRequests.method(method), deadline)) {
            case RemoteAnswer.Done(RemoteObject found) ->
                found.id(RemoteCharges.CUSTOMER).isEmpty();
            case RemoteAnswer.Refused(StripeError error, _) ->
                error.has("resource_missing") && hasCustomer(saved, deadline);
            case RemoteAnswer<StripeError> _ -> false;
          };
      case RemoteAnswer<StripeError> _ -> false;
    };
  }

  /** Returns whether the key's account has the customer, who may be deleted there. */
  private boolean hasCustomer(Credential.Saved saved, Deadline deadline) {
    String customer = saved.ids().getOrDefault(RemoteCharges.CUSTOMER, "");
    return account.line().send(StripeRequests.customer(customer), deadline)
        instanceof RemoteAnswer.Done(_);
  }
}
