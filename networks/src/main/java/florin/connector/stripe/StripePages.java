package florin.connector.stripe;

import florin.connector.AuthorizeRequest;
import florin.connector.Credential;
import florin.connector.Deadline;
import florin.connector.Exchanges.ExchangeStep;
import florin.connector.Inquiry;
import florin.connector.Inquiry.InquiryRequest;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.PayerAction;
import florin.connector.ProviderDetails.ProviderMoney;
import florin.connector.ProviderDispute;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteCharges;
import florin.connector.remote.RemoteExchanges;
import florin.connector.remote.RemoteFacts;
import florin.connector.remote.RemoteObject;
import florin.connector.remote.RemoteRequest;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Money;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The authorizations and setups at Stripe: a page for the payer, and the result of the payer's
 * action.
 */
final class StripePages {
  private static final Logger LOG = LoggerFactory.getLogger(StripePages.class);

  /** The step that creates the session; its response has the session's id. */
  static final int CREATE = 0;

  /**
   * The step after which the page's URL may be given to the payer. Its response has the intent's
   * id, once the intent has moved money.
   */
  static final int PAGE = 1;

  /** The only method that is charged later. */
  static final String CARD = "card";

  private final StripeAccount account;
  private final List<String> methods;
  private final String connector;
  private final StripeSaved saved;

  /**
   * Creates the authorizations.
   *
   * @param methods the payment methods that a page offers if the request names none
   */
  StripePages(StripeAccount account, String connector, List<String> methods) {
    this.account = account;
    this.methods = List.copyOf(methods);
    this.connector = connector;
    this.saved = new StripeSaved(account, this);
  }

  StripeSaved saved() {
    return saved;
  }

  Outcome authorize(AuthorizeRequest request, Deadline deadline) {
    if (request.credential() instanceof Credential.Saved credential) {
      return saved.authorize(request, credential, deadline);
    }
    if (!(request.credential() instanceof Credential.Page(List<String> asked))) {
      throw new IllegalStateException("this network takes no card: it has a page for that");
    }
    OptionalLong amount = StripeMoney.write(request.amount());
    if (amount.isEmpty()) {
      return Outcome.Declined.byProvider(ErrorCode.CURRENCY_NOT_ENABLED);
    }
    OperationRef reference = request.reference();
    List<ExchangeStep> before = account.exchanges().list(reference);
    if (session(before).isPresent()) {
      return again(request, before, deadline);
    }
    if (!account.exchanges().log().sending(reference, OperationKind.AUTHORIZE, CREATE, "create")) {
      return RemoteExchanges.TAKEN;
    }
    RemoteRequest create =
        request.isSetup()
            ? StripeRequests.setUp(request)
            : StripeRequests.create(request, amount.getAsLong(), offered(request, asked));
    return switch (account.line().send(create, deadline)) {
      case RemoteAnswer.Done(RemoteObject made) -> made(request, new StripeSession(made), deadline);
      case RemoteAnswer.Refused(StripeError error, _) -> account.refused(reference, CREATE, error);
      case RemoteAnswer.NotSent(String detail) -> closed(reference, detail);
      case RemoteAnswer.KeyRefused(String detail) -> closed(reference, detail);
      case RemoteAnswer.Lost(String detail, _) -> closed(reference, detail);
    };
  }

  /** Returns the methods of the page: only the card, if the payer agreed that it is saved. */
  private List<String> offered(AuthorizeRequest request, List<String> asked) {
    List<String> offered = asked.isEmpty() ? methods : asked;
    return request.page().saves() ? List.of(CARD) : offered;
  }

  /**
   * Closes an authorization whose session may exist. No payer has its URL, so no payer can pay with
   * it. Once no other response to the same request can give out the URL, nothing has happened.
   */
  private Outcome closed(OperationRef reference, String detail) {
    return account.exchanges().log().close(reference, OperationKind.AUTHORIZE, PAGE)
        ? new Outcome.NotSent()
        : new Outcome.Unknown(detail);
  }

  private Outcome made(AuthorizeRequest request, StripeSession session, Deadline deadline) {
    OperationRef reference = request.reference();
    if (session.id().isEmpty() || !session.isFor(request.amount())) {
      LOG.error("{}: Stripe's page has a different amount than requested", reference);
      return closed(reference, "a page for another amount");
    }
    boolean mayLeave =
        account
            .exchanges()
            .log()
            .answeredThenSending(
                reference,
                OperationKind.AUTHORIZE,
                CREATE,
                session.id(),
                RemoteFacts.asked(request.amount()),
                "page");
    if (!mayLeave) {
      expire(session, reference, deadline);
      return RemoteExchanges.TAKEN;
    }
    return outcome(read(new Sought(reference, request.amount(), List.of()), session, deadline));
  }

  /** Expires a session that no payer has. This only cleans up, and need not succeed. */
  private void expire(StripeSession session, OperationRef reference, Deadline deadline) {
    session
        .id()
        .map(id -> account.line().send(StripeRequests.expire(id, reference), deadline))
        .ifPresent(answer ->
            LOG.info("{}: expired a page that no payer was sent to: {}", reference, answer));
  }

  /**
   * Returns the current status for a repetition of the same request. Another request under its
   * reference is rejected.
   */
  private Outcome again(AuthorizeRequest request, List<ExchangeStep> steps, Deadline deadline) {
    boolean isSame = RemoteFacts.amount(steps).equals(Optional.of(request.amount()));
    return isSame
            && account
                .exchanges()
                .log()
                .sending(request.reference(), OperationKind.AUTHORIZE, PAGE, "page")
        ? look(request.reference(), request.amount(), deadline)
        : RemoteExchanges.TAKEN;
  }

  /** Returns the payer's result, for a request to resume. */
  Outcome look(OperationRef reference, Money amount, Deadline deadline) {
    List<ExchangeStep> steps = account.exchanges().list(reference);
    if (steps.stream().anyMatch(ExchangeStep::isClosed)) {
      return new Outcome.NotSent();
    }
    return session(steps)
        .map(id -> outcome(look(new Sought(reference, amount, steps), id, deadline)))
        .orElse(RemoteExchanges.NOT_OURS);
  }

  /**
   * Converts an inquiry to an outcome. An expired page leaves the payment as it was; recovery ends
   * its wait.
   */
  static Outcome outcome(Inquiry inquiry) {
    return switch (inquiry) {
      case Inquiry.Found(Outcome found) -> found;
      case Inquiry.Absent() -> new Outcome.NotSent();
      case Inquiry.NotYet _, Inquiry.Unclear() -> new Outcome.Unknown("unclear");
      case Inquiry.Unreachable(String detail) -> new Outcome.Unknown(detail);
    };
  }

  /**
   * Returns the outcome of an authorization.
   *
   * @param steps the steps that were sent, and are not closed
   */
  Inquiry inquire(InquiryRequest request, List<ExchangeStep> steps, Deadline deadline) {
    boolean isHandedOut = steps.stream().anyMatch(step -> step.number() == PAGE);
    if (!isHandedOut
        && account.exchanges().log().close(request.reference(), OperationKind.AUTHORIZE, PAGE)) {
      return new Inquiry.Absent();
    }
    List<ExchangeStep> now = isHandedOut ? steps : account.exchanges().list(request.reference());
    if (RemoteCharges.customer(now).isPresent()) {
      return saved.inquire(request, now, deadline);
    }
    return session(now)
        .map(id -> look(new Sought(request.reference(), request.amount(), now), id, deadline))
        .orElseGet(() -> account.exchanges().notYet(now));
  }

  /**
   * An authorization whose outcome is sought.
   *
   * @param steps those that are known; another process may have recorded more
   */
  record Sought(OperationRef reference, Money amount, List<ExchangeStep> steps) {}

  private Inquiry look(Sought sought, String id, Deadline deadline) {
    return switch (account.line().send(page(id, sought.amount().isZero()), deadline)) {
      case RemoteAnswer.Done(RemoteObject found) ->
          read(sought, new StripeSession(found), deadline);
      case RemoteAnswer.Refused(StripeError error, _) -> {
        LOG.error("{}: Stripe has no {} for this key: {}", sought.reference(), id, error);
        yield new Inquiry.Unreachable(error.toString());
      }
      case RemoteAnswer.NotSent(String detail) -> new Inquiry.Unreachable(detail);
      case RemoteAnswer.KeyRefused(String detail) -> new Inquiry.Unreachable(detail);
      case RemoteAnswer.Lost(String detail, _) -> new Inquiry.Unreachable(detail);
    };
  }

  /** Returns the request for a page with everything that determines its outcome. */
  static RemoteRequest page(String id, boolean isSetup) {
    return isSetup ? StripeRequests.setupSession(id) : StripeRequests.session(id);
  }

  Inquiry read(Sought sought, StripeSession session, Deadline deadline) {
    return switch (session.state()) {
      case OPEN -> waiting(sought.reference(), session, sought.amount());
      case HELD, PAID ->
          session.isSetup() ? setUp(sought, session) : moved(sought, session, deadline);
      // It stays pending as long as it takes. Florin doesn't undo a slow payment.
      case PROCESSING -> new Inquiry.Found(new Outcome.Pending());
      case FAILED ->
          new Inquiry.Found(
              session
                  .lastError()
                  .map(StripeErrors::failed)
                  .orElseGet(() -> Outcome.Declined.byProvider(ErrorCode.PROVIDER_REFUSED)));
      case UNDECIDED ->
          sought.steps().isEmpty()
              ? new Inquiry.Unreachable("a charge that the issuer has not decided")
              : account.exchanges().notYet(sought.steps());
      case GONE -> new Inquiry.Absent();
      case UNKNOWN -> unreadable(sought.reference(), "a state that has no word here");
    };
  }

  private Inquiry waiting(OperationRef reference, StripeSession session, Money amount) {
    Optional<URI> page = session.url().flatMap(this::page);
    if (page.isEmpty() || session.expires().isEmpty() || session.id().isEmpty()) {
      return unreadable(reference, "a page without an address");
    }
    if (!session.isFor(amount)) {
      return unreadable(reference, "a page for another amount");
    }
    return new Inquiry.Found(
        new Outcome.RequiresAction(
            session.id().get(), new PayerAction.Redirect(page.get(), session.expires().get())));
  }

  /** Reports the card that the payer saved, and paid nothing with. */
  private Inquiry setUp(Sought sought, StripeSession session) {
    Optional<Credential.Saved> saved = session.saved(connector);
    if (!session.isFor(sought.amount()) || saved.isEmpty()) {
      return unreadable(sought.reference(), "a setup that saved no card");
    }
    if (intent(sought.steps()).isEmpty()) {
      account.exchanges().log().answered(sought.reference(), PAGE, session.intent(), Map.of());
    }
    return new Inquiry.Found(
        StripeDetails.setUp(session, sought.amount(), account.live(), saved.get()));
  }

  /**
   * Reports the amount. Another amount than requested is reported as it is, and never treated as
   * the whole.
   */
  private Inquiry moved(Sought sought, StripeSession session, Deadline deadline) {
    OperationRef reference = sought.reference();
    Money amount = sought.amount();
    Optional<Money> moved = session.moved();
    if (moved.isEmpty()
        || session.intent().isEmpty()
        || !moved.get().currency().equals(amount.currency())) {
      return unreadable(reference, "an amount that is none, or of another currency");
    }
    if (!moved.get().equals(amount)) {
      LOG.error("{}: Stripe charged a different amount than requested", reference);
    }
    if (intent(sought.steps()).isEmpty()) {
      account.exchanges().log().answered(reference, PAGE, session.intent(), Map.of());
    }
    Optional<ProviderMoney> money = money(session, moved.get().currency(), deadline);
    if (money.isEmpty()) {
      return new Inquiry.Unreachable("refunds that cannot be listed");
    }
    return session.charge().is("disputed")
        ? disputed(session, moved.get(), money.get(), deadline)
        : approved(session, moved.get(), money.get(), List.of());
  }

  /**
   * Returns the moved amounts. Returns empty if the charge has more refunds than its object
   * includes, and Stripe's list fails.
   */
  private Optional<ProviderMoney> money(
      StripeSession session, Currency currency, Deadline deadline) {
    RemoteObject first = session.charge().object("refunds").orElse(RemoteObject.EMPTY);
    var refunds = new StripeRefunds(account);
    return first.is("has_more")
        ? refunds
            .list(session.intent().orElse(""), deadline)
            .map(all -> refunds.money(session, currency, all))
        : Optional.of(refunds.money(session, currency, first.objects("data")));
  }

  private Inquiry approved(
      StripeSession session, Money moved, ProviderMoney money, List<ProviderDispute> disputes) {
    return new Inquiry.Found(
        StripeDetails.approved(
            session, moved, account.live(), disputes, money, session.saved(connector)));
  }

  /**
   * Reads the disputes. A charge that was disputed once is marked permanently; its disputes have
   * the current status.
   */
  private Inquiry disputed(
      StripeSession session, Money moved, ProviderMoney money, Deadline deadline) {
    RemoteRequest list = StripeDisputes.disputes(session.intent().orElse(""));
    return switch (account.line().send(list, deadline)) {
      case RemoteAnswer.Done(RemoteObject found) ->
          approved(session, moved, money, disputes(found.objects("data"), moved.currency()));
      case RemoteAnswer.Refused(_, _), RemoteAnswer.KeyRefused(_) ->
          approved(session, moved, money, List.of(StripeDetails.unknownDispute()));
      case RemoteAnswer.NotSent(String detail) -> new Inquiry.Unreachable(detail);
      case RemoteAnswer.Lost(String detail, _) -> new Inquiry.Unreachable(detail);
    };
  }

  private static List<ProviderDispute> disputes(List<RemoteObject> found, Currency currency) {
    return found.isEmpty()
        ? List.of(StripeDetails.unknownDispute())
        : StripeDetails.disputes(found, currency);
  }

  private static Inquiry unreadable(OperationRef reference, String what) {
    LOG.error("{}: Stripe tells of {}; nothing rests on it", reference, what);
    return new Inquiry.Unreachable(what);
  }

  private Optional<URI> page(String url) {
    try {
      URI uri = URI.create(url);
      return Optional.of(uri)
          .filter(it -> it.getHost() != null && it.getRawUserInfo() == null)
          .filter(it -> "https".equals(it.getScheme()) || isStandIn(it));
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  private boolean isStandIn(URI page) {
    return !account.live() && "http".equals(page.getScheme());
  }

  /** Returns Stripe's id of the session, once it is known. */
  static Optional<String> session(List<ExchangeStep> steps) {
    return externalId(steps, CREATE);
  }

  /** Returns Stripe's id of the intent, once it has held or captured the amount. */
  static Optional<String> intent(List<ExchangeStep> steps) {
    return externalId(steps, PAGE);
  }

  private static Optional<String> externalId(List<ExchangeStep> steps, int number) {
    return steps.stream()
        .filter(step -> step.number() == number && !step.isClosed())
        .findFirst()
        .flatMap(ExchangeStep::externalId);
  }
}
