package florin.connector.stripe;

import florin.connector.AuthorizeRequest;
import florin.connector.Credential;
import florin.connector.Deadline;
import florin.connector.Exchanges;
import florin.connector.Exchanges.ExchangeStep;
import florin.connector.Inquiry;
import florin.connector.Inquiry.InquiryRequest;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteExchanges;
import florin.connector.remote.RemoteFacts;
import florin.connector.remote.RemoteObject;
import florin.connector.remote.RemoteRequest;
import florin.connector.stripe.StripePages.Sought;
import florin.connector.stripe.StripeSession.PageState;
import florin.core.ErrorCode;
import florin.core.Money;
import java.time.Duration;
import java.util.HashMap;
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
  /** The names of Stripe's identifiers in the credential, which are those of its API. */
  static final String CUSTOMER = "customer";

  static final String METHOD = "payment_method";

  /** The step that sends the charge. */
  private static final String CHARGE = "charge";

  /** The number of the step after which no charge is sent. */
  private static final int ENDING = 2;

  /** The difference of clocks that is allowed for when an intent is looked for. */
  private static final Duration SPARE = Duration.ofMinutes(5);

  private static final Logger LOG = LoggerFactory.getLogger(StripeSaved.class);

  private final StripeAccount account;
  private final StripePages pages;

  StripeSaved(StripeAccount account, StripePages pages) {
    this.account = account;
    this.pages = pages;
  }

  /** Returns the customer of a charge without a page; empty for a page. */
  static Optional<String> customer(List<ExchangeStep> steps) {
    return steps.stream()
        .flatMap(step -> Optional.ofNullable(step.facts().get(CUSTOMER)).stream())
        .findFirst();
  }

  Outcome authorize(AuthorizeRequest request, Credential.Saved saved, Deadline deadline) {
    OptionalLong amount = StripeMoney.write(request.amount());
    if (amount.isEmpty()) {
      return Outcome.Declined.byProvider(ErrorCode.CURRENCY_NOT_ENABLED);
    }
    String customer = saved.ids().getOrDefault(CUSTOMER, "");
    String method = saved.ids().getOrDefault(METHOD, "");
    RemoteRequest charge = StripeRequests.charge(request, customer, method, amount.getAsLong());
    OperationRef reference = request.reference();
    List<ExchangeStep> before = account.exchanges().list(reference);
    Optional<Outcome> known = RemoteFacts.outcome(before);
    if (known.isPresent()) {
      return known.get();
    }
    boolean isRepeated = before.stream().anyMatch(step -> step.step().equals(CHARGE));
    if (isRepeated) {
      Optional<Outcome> made = made(request, before, deadline);
      if (made.isPresent()) {
        return made.get();
      }
    }
    if (!maySend(request, customer)) {
      return RemoteExchanges.TAKEN;
    }
    return switch (account.line().send(charge, deadline)) {
      case RemoteAnswer.Done(RemoteObject intent) ->
          outcome(
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

  /**
   * Returns the outcome of an earlier try; empty if Stripe doesn't have it, so that it may be sent
   * again under its key. A charge that may exist is never reported as unsent.
   */
  private Optional<Outcome> made(
      AuthorizeRequest request, List<ExchangeStep> before, Deadline deadline) {
    if (!RemoteFacts.amount(before).equals(Optional.of(request.amount()))) {
      return Optional.of(RemoteExchanges.TAKEN);
    }
    Inquiry inquiry = look(request.reference(), request.amount(), before, deadline);
    return switch (inquiry) {
      case Inquiry.NotYet _, Inquiry.Unclear() -> Optional.empty();
      case Inquiry.Found _, Inquiry.Absent(), Inquiry.Unreachable _ ->
          Optional.of(outcome(inquiry));
    };
  }

  /** Converts an inquiry. A charge that a person has undone was sent nevertheless. */
  private static Outcome outcome(Inquiry inquiry) {
    return inquiry instanceof Inquiry.Absent
        ? new Outcome.Unknown("a charge that was undone")
        : StripePages.outcome(inquiry);
  }

  /**
   * Records that the charge will be sent. A cancel that finds no charge records the ending first,
   * and then reads when the charge was last sent. So this reads in the opposite order.
   */
  private boolean maySend(AuthorizeRequest request, String customer) {
    var facts = new HashMap<>(RemoteFacts.asked(request.amount()));
    facts.put(CUSTOMER, customer);
    OperationRef reference = request.reference();
    Exchanges log = account.exchanges().log();
    return log.sending(reference, OperationKind.AUTHORIZE, StripePages.CREATE, "customer")
        && log.answeredThenSending(
            reference, OperationKind.AUTHORIZE, StripePages.CREATE, Optional.empty(), facts, CHARGE)
        && !isEnding(log.list(reference));
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

  Inquiry inquire(InquiryRequest request, List<ExchangeStep> steps, Deadline deadline) {
    return look(request.reference(), request.amount(), steps, deadline);
  }

  private Inquiry look(
      OperationRef reference, Money amount, List<ExchangeStep> steps, Deadline deadline) {
    return switch (find(reference, steps, deadline)) {
      case RemoteAnswer.Done(RemoteObject found) -> {
        var session = StripeSession.of(found);
        if (session.isMissing()) {
          yield notYet(steps);
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
        StripeRequests.chargesOf(customer(steps).orElseThrow(), reference.id().made().minus(SPARE));
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
   * Ensures that a charge that Stripe doesn't have is never made.
   *
   * @return false if it may still arrive
   */
  boolean ends(OperationRef reference) {
    Exchanges log = account.exchanges().log();
    return log.sending(reference, OperationKind.AUTHORIZE, ENDING, "ending")
        && notYet(log.list(reference)) instanceof Inquiry.Absent;
  }

  /**
   * Returns the result for a charge that was not found. Once it can no longer arrive, and none is
   * sent again, there will be none.
   */
  private Inquiry notYet(List<ExchangeStep> steps) {
    Inquiry inquiry =
        account.exchanges().notYet(steps.stream().filter(step -> step.number() < ENDING).toList());
    return inquiry instanceof Inquiry.Unclear && isEnding(steps) ? new Inquiry.Absent() : inquiry;
  }

  private static boolean isEnding(List<ExchangeStep> steps) {
    return steps.stream().anyMatch(step -> step.number() == ENDING);
  }

  /** Deletes a saved payment method. Returns whether Stripe can no longer charge it. */
  boolean revoke(Credential.Saved saved, Deadline deadline) {
    String method = saved.ids().getOrDefault(METHOD, "");
    return switch (account.line().send(StripeRequests.detach(method), deadline)) {
      case RemoteAnswer.Done(_) -> true;
      case RemoteAnswer.Refused(_, _) ->
          switch (account.line().send(StripeRequests.method(method), deadline)) {
            case RemoteAnswer.Done(RemoteObject found) -> found.id(CUSTOMER).isEmpty();
            case RemoteAnswer.Refused(StripeError error, _) -> error.has("resource_missing");
            case RemoteAnswer<StripeError> _ -> false;
          };
      case RemoteAnswer<StripeError> _ -> false;
    };
  }
}
