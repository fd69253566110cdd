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
import florin.connector.remote.RemoteCharges;
import florin.connector.remote.RemoteExchanges;
import florin.connector.remote.RemoteFacts;
import florin.connector.remote.RemoteObject;
import florin.connector.remote.RemoteRequest;
import florin.connector.stripe.StripeSession.PageState;
import florin.core.Money;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cancels of payments that wait: an open page expires, or a held amount is released. A payment
 * that was paid stays paid.
 */
final class StripeCancels {
  private static final Logger LOG = LoggerFactory.getLogger(StripeCancels.class);

  /** The payer was faster: the payment is finished as paid, and can be refunded. */
  private static final Outcome.Declined TOO_LATE =
      ResponseCodes.decline(ResponseCodes.INVALID_TRANSACTION);

  private final StripeAccount account;
  private final StripeSaved saved;

  StripeCancels(StripeAccount account, StripeSaved saved) {
    this.account = account;
    this.saved = saved;
  }

  /**
   * Cancels an authorization.
   *
   * @param before its recorded steps, without an outcome
   */
  Outcome cancel(FollowUp request, List<ExchangeStep> before, Deadline deadline) {
    OperationRef reference = request.reference();
    if (!account.exchanges().log().sending(reference, OperationKind.CANCEL, 0, "cancel")) {
      return RemoteExchanges.TAKEN;
    }
    if (isNobodys(request.authorization())) {
      return account
          .exchanges()
          .done(reference, reference.toString(), Money.zero(request.amount().currency()));
    }
    List<ExchangeStep> authorization = account.exchanges().list(request.authorization());
    Optional<RemoteAnswer<StripeError>> look =
        look(request.authorization(), authorization, deadline);
    if (look.isEmpty()) {
      return new Outcome.Unknown("a page whose name is not known");
    }
    if (!(look.get() instanceof RemoteAnswer.Done(RemoteObject found))) {
      return new Outcome.Unknown(look.get().toString());
    }
    var session = StripeSession.of(found);
    if (session.isMissing()) {
      return saved.charges().ends(request.authorization())
          ? nothing(request)
          : new Outcome.Unknown("a charge that may still arrive");
    }
    return end(request, session, before, deadline);
  }

  /**
   * Asks for the page of an authorization, or for its charge without a page. Returns empty if the
   * page's id is not known.
   */
  private Optional<RemoteAnswer<StripeError>> look(
      OperationRef authorization, List<ExchangeStep> steps, Deadline deadline) {
    return RemoteCharges.customer(steps).isPresent()
        ? Optional.of(saved.find(authorization, steps, deadline))
        : StripePages.session(steps)
            .map(id -> StripePages.page(id, isOfSetup(steps)))
            .map(page -> account.line().send(page, deadline));
  }

  private static boolean isOfSetup(List<ExchangeStep> authorization) {
    return RemoteFacts.amount(authorization).filter(Money::isZero).isPresent();
  }

  private static RemoteRequest look(StripeSession before) {
    return before
        .id()
        .map(id -> StripePages.page(id, before.isSetup()))
        .orElseGet(() -> StripeRequests.charged(before.intent().orElse("")));
  }

  /** Returns whether no payer has, or will ever get, the URL of this authorization's page. */
  private boolean isNobodys(OperationRef authorization) {
    List<ExchangeStep> steps = account.exchanges().list(authorization);
    if (steps.stream().anyMatch(ExchangeStep::isClosed) || RemoteFacts.outcome(steps).isPresent()) {
      return true; // or was rejected
    }
    boolean isHandedOut = steps.stream().anyMatch(it -> it.number() == StripePages.PAGE);
    int next = steps.isEmpty() ? StripePages.CREATE : StripePages.PAGE;
    return !isHandedOut
        && account.exchanges().log().close(authorization, OperationKind.AUTHORIZE, next);
  }

  private Outcome end(
      FollowUp request, StripeSession session, List<ExchangeStep> before, Deadline deadline) {
    return switch (session.state()) {
      case OPEN -> expire(request, session, before, deadline);
      case GONE, FAILED -> nothing(request);
      case HELD, UNDECIDED -> letGo(request, session, before, deadline);
      case PAID, PROCESSING -> paid(request, session, deadline);
      case UNKNOWN -> new Outcome.Unknown("a state that has no word here");
    };
  }

  private Outcome expire(
      FollowUp request, StripeSession session, List<ExchangeStep> before, Deadline deadline) {
    RemoteRequest expire = StripeRequests.expire(session.id().orElse(""), request.reference());
    // After an error that Stripe keeps for the key, the page's own end resolves the cancel.
    return switch (account.line().send(expire, deadline)) {
      case RemoteAnswer.Done(RemoteObject ended)
          when new StripeSession(ended).state() == PageState.GONE ->
          nothing(request);
      case RemoteAnswer.Done(_) -> new Outcome.Unknown("a page that did not expire");
      // The page was open a moment ago: the payer, or another cancel, was faster.
      case RemoteAnswer.Refused(_, _) -> lookAgain(request, session, deadline);
      case RemoteAnswer.NotSent(String detail) -> RemoteExchanges.notSent(before, detail);
      case RemoteAnswer.KeyRefused(String detail) -> RemoteExchanges.notSent(before, detail);
      case RemoteAnswer.Lost(String detail, _) -> new Outcome.Unknown(detail);
    };
  }

  /**
   * Releases the held amount. If the record of a payment with a page lacks the intent, the payer
   * has just paid. The payment is then finished as paid first.
   */
  private Outcome letGo(
      FollowUp request, StripeSession session, List<ExchangeStep> before, Deadline deadline) {
    Optional<String> intent =
        session.isCharge()
            ? session.intent()
            : StripePages.intent(account.exchanges().list(request.authorization()));
    Optional<Money> held =
        session.state() == PageState.UNDECIDED
            ? Optional.of(Money.zero(request.amount().currency()))
            : session.moved();
    if (intent.isEmpty() || held.isEmpty()) {
      return tooLate(request.reference());
    }
    RemoteRequest cancel = StripeRequests.cancel(intent.get(), request.reference());
    return switch (account.line().send(cancel, deadline)) {
      case RemoteAnswer.Done(_) ->
          account.exchanges().done(request.reference(), intent.get(), held.get());
      case RemoteAnswer.Refused(_, _) -> lookAgain(request, session, deadline);
      case RemoteAnswer.NotSent(String detail) -> RemoteExchanges.notSent(before, detail);
      case RemoteAnswer.KeyRefused(String detail) -> RemoteExchanges.notSent(before, detail);
      case RemoteAnswer.Lost(String detail, boolean isEnded) when isEnded ->
          letGoEnded(request, session, detail, deadline);
      case RemoteAnswer.Lost(String detail, _) -> new Outcome.Unknown(detail);
    };
  }

  /**
   * Resolves a cancel whose first request ended with an error that Stripe keeps for its key. The
   * session is read after the replayed error, so an amount that is still held was not released. For
   * any other state, the next inquiry decides.
   */
  private Outcome letGoEnded(
      FollowUp request, StripeSession before, String detail, Deadline deadline) {
    RemoteAnswer<StripeError> answer = account.line().send(look(before), deadline);
    return answer instanceof RemoteAnswer.Done(RemoteObject found)
            && StripeSession.of(found).state() == PageState.HELD
        ? account.refused(request.reference(), 0, StripeError.KEPT)
        : new Outcome.Unknown(detail);
  }

  private Outcome lookAgain(FollowUp request, StripeSession before, Deadline deadline) {
    RemoteAnswer<StripeError> answer = account.line().send(look(before), deadline);
    if (!(answer instanceof RemoteAnswer.Done(RemoteObject found))) {
      return new Outcome.Unknown(answer.toString());
    }
    return switch (StripeSession.of(found).state()) {
      case GONE, FAILED -> nothing(request);
      case PAID -> paid(request, StripeSession.of(found), deadline);
      case HELD, PROCESSING -> tooLate(request.reference());
      case OPEN, UNDECIDED, UNKNOWN -> new Outcome.Unknown("a page that cannot be ended");
    };
  }

  private Outcome nothing(FollowUp request) {
    return account
        .exchanges()
        .done(
            request.reference(),
            request.reference().toString(),
            Money.zero(request.amount().currency()));
  }

  /**
   * Returns the outcome for a payment that a person captured at Stripe. A charge that Florin has
   * given up, and that was carried out after all, is refunded, except what a person has refunded.
   */
  private Outcome paid(FollowUp request, StripeSession session, Deadline deadline) {
    if (isChangedThere(session, account.exchanges().list(request.authorization()))) {
      return RemoteExchanges.CHANGED_THERE;
    }
    return session.isCharge() ? giveBack(request, session, deadline) : tooLate(request.reference());
  }

  /** Returns whether a person captured a held amount at Stripe. */
  private static boolean isChangedThere(StripeSession session, List<ExchangeStep> authorization) {
    return StripePages.intent(authorization).isPresent() && !session.isAutomaticCharge();
  }

  private Outcome giveBack(FollowUp request, StripeSession session, Deadline deadline) {
    Optional<Money> moved = session.moved().filter(money -> !money.isZero());
    OptionalLong amount = session.unrefunded().map(StripeMoney::write).orElse(OptionalLong.empty());
    if (session.isRefunded()) {
      return nothing(request);
    }
    if (moved.isEmpty() || amount.isEmpty()) {
      return new Outcome.Unknown("a charge that is not complete");
    }
    RemoteRequest refund =
        StripeRequests.refund(
            session.intent().orElseThrow(), amount.getAsLong(), request.reference());
    return account.line().send(refund, deadline) instanceof RemoteAnswer.Done(RemoteObject made)
        ? account.exchanges().done(request.reference(), made.text("id").orElse(""), moved.get())
        : new Outcome.Unknown("a refund of a late charge without a response");
  }

  private Outcome tooLate(OperationRef reference) {
    LOG.info("{}: the payer paid first, so the payment is completed as paid", reference);
    account.exchanges().log().answered(reference, 0, Optional.empty(), RemoteFacts.of(TOO_LATE));
    return TOO_LATE;
  }

  /**
   * Returns the outcome of a cancel.
   *
   * @param steps the steps that were sent, without an outcome
   */
  Inquiry inquire(InquiryRequest request, List<ExchangeStep> steps, Deadline deadline) {
    Money zero = Money.zero(request.amount().currency());
    List<ExchangeStep> authorization = account.exchanges().list(request.authorization());
    if (authorization.stream().anyMatch(ExchangeStep::isClosed)) {
      return new Inquiry.Found(RemoteFacts.approved(request.reference().toString(), zero));
    }
    Optional<RemoteAnswer<StripeError>> look =
        look(request.authorization(), authorization, deadline);
    if (look.isEmpty()) {
      return account.exchanges().notYet(steps);
    }
    if (!(look.get() instanceof RemoteAnswer.Done(RemoteObject found))) {
      return new Inquiry.Unreachable(look.get().toString());
    }
    if (StripeSession.of(found).isMissing()) {
      return account.exchanges().notYet(steps);
    }
    return switch (StripeSession.of(found).state()) {
      case GONE, FAILED ->
          new Inquiry.Found(
              RemoteFacts.approved(
                  request.reference().toString(),
                  StripePages.intent(authorization).map(_ -> request.amount()).orElse(zero)));
      case OPEN, UNDECIDED -> account.exchanges().notYet(steps);
      case HELD ->
          StripePages.intent(authorization).isPresent() || StripeSession.of(found).isCharge()
              ? account.exchanges().notYet(steps)
              : new Inquiry.Found(TOO_LATE);
      case PAID ->
          isChangedThere(StripeSession.of(found), authorization)
              ? new Inquiry.Found(RemoteExchanges.CHANGED_THERE)
              : late(request, StripeSession.of(found), steps);
      case PROCESSING -> new Inquiry.Found(TOO_LATE);
      case UNKNOWN -> new Inquiry.Unreachable("a state that has no word here");
    };
  }

  /** Returns the result for a payment without a record that it was paid. */
  private Inquiry late(InquiryRequest request, StripeSession session, List<ExchangeStep> steps) {
    if (!session.isCharge()) {
      return new Inquiry.Found(TOO_LATE);
    }
    return session.isRefunded()
        ? new Inquiry.Found(RemoteFacts.approved(request.reference().toString(), request.amount()))
        : account.exchanges().notYet(steps);
  }
}
