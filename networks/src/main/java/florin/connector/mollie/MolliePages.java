package florin.connector.mollie;

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
import florin.connector.mollie.MolliePayment.PaymentState;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteCharges;
import florin.connector.remote.RemoteExchanges;
import florin.connector.remote.RemoteFacts;
import florin.connector.remote.RemoteObject;
import florin.connector.remote.RemoteRequest;
import florin.core.ErrorCode;
import florin.core.Money;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The authorizations at Mollie: a page for the payer, and the result of the payer's action. */
final class MolliePages {
  private static final Logger LOG = LoggerFactory.getLogger(MolliePages.class);

  /** The step that creates the payment; its response has the payment's id. */
  static final int CREATE = 0;

  /**
   * The step after which the page's URL may be given to the payer. It has the payment's id as well,
   * once the payment has moved money.
   */
  static final int PAGE = 1;

  /** How long a page is valid if Mollie's response has no expiry time. */
  private static final Duration PAGE_LASTS = Duration.ofHours(1);

  private final MollieAccount account;
  private final RemoteExchanges exchanges;
  private final MollieSettings settings;
  private final String connector;
  private final MollieCharges charges;

  MolliePages(MollieAccount account, MollieSettings settings, String connector) {
    this.account = account;
    this.exchanges = account.exchanges();
    this.settings = settings;
    this.connector = connector;
    this.charges = new MollieCharges(account, this, settings);
  }

  /** Returns the charges without a page. */
  MollieCharges charges() {
    return charges;
  }

  Outcome authorize(AuthorizeRequest request, Deadline deadline) {
    if (!MollieMoney.has(request.amount().currency())) {
      return Outcome.Declined.byProvider(ErrorCode.CURRENCY_NOT_ENABLED);
    }
    if (request.credential() instanceof Credential.Saved saved) {
      return charges.authorize(request, saved, deadline);
    }
    if (!(request.credential() instanceof Credential.Page(List<String> asked))) {
      throw new IllegalStateException("this network takes no card: it has a page for that");
    }
    OperationRef reference = request.reference();
    List<ExchangeStep> before = exchanges.list(reference);
    if (created(before).isPresent()) {
      return again(request, before, deadline);
    }
    if (!exchanges.log().sending(reference, OperationKind.AUTHORIZE, CREATE, "create")) {
      return RemoteExchanges.TAKEN;
    }
    List<String> methods = asked.isEmpty() ? settings.methods() : asked;
    if (!request.page().saves()) {
      return create(request, methods, Optional.empty(), deadline);
    }
    if (!request.isSetup() && methods.isEmpty()) {
      return createFirst(request, methods, deadline);
    }
    Set<String> savable = account.offers().savable(request.amount());
    List<String> possible =
        (methods.isEmpty() ? savable.stream().sorted() : methods.stream().filter(savable::contains))
            .toList();
    return possible.isEmpty()
        ? exchanges.declined(
            reference, CREATE, Outcome.Declined.byProvider(ErrorCode.PROVIDER_REFUSED))
        : createFirst(request, possible, deadline);
  }

  /**
   * Creates a payment whose payment method Mollie saves for a new customer. The customer needs no
   * record: without a payment, it has no effect.
   */
  private Outcome createFirst(AuthorizeRequest request, List<String> methods, Deadline deadline) {
    OperationRef reference = request.reference();
    return switch (account.line().send(MollieRequests.customer(reference), deadline)) {
      case RemoteAnswer.Done(RemoteObject made) ->
          made.text("id").isPresent()
              ? create(request, methods, made.text("id"), deadline)
              : closed(reference, "a customer without an id");
      case RemoteAnswer.Refused(MollieError error, _) ->
          exchanges.declined(reference, CREATE, error.decline());
      case RemoteAnswer.NotSent(String detail) -> closed(reference, detail);
      case RemoteAnswer.KeyRefused(String detail) -> closed(reference, detail);
      case RemoteAnswer.Lost(String detail, _) -> closed(reference, detail);
    };
  }

  private Outcome create(
      AuthorizeRequest request,
      List<String> methods,
      Optional<String> customer,
      Deadline deadline) {
    OperationRef reference = request.reference();
    RemoteRequest create = MollieRequests.create(request, methods, settings.webhookUrl(), customer);
    return switch (account.line().send(create, deadline)) {
      case RemoteAnswer.Done(RemoteObject made) -> made(request, new MolliePayment(made), deadline);
      case RemoteAnswer.Refused(MollieError error, _) ->
          exchanges.declined(reference, CREATE, error.decline());
      case RemoteAnswer.NotSent(String detail) -> closed(reference, detail);
      case RemoteAnswer.KeyRefused(String detail) -> closed(reference, detail);
      case RemoteAnswer.Lost(String detail, _) -> closed(reference, detail);
    };
  }

  /**
   * Closes an authorization whose payment may exist. No payer has the URL of its page, so no payer
   * can pay it. Once no other response to the same request can give out the URL, nothing has
   * happened.
   */
  private Outcome closed(OperationRef reference, String detail) {
    return exchanges.log().close(reference, OperationKind.AUTHORIZE, PAGE)
        ? new Outcome.NotSent()
        : new Outcome.Unknown(detail);
  }

  private Outcome made(AuthorizeRequest request, MolliePayment payment, Deadline deadline) {
    OperationRef reference = request.reference();
    if (payment.id().isEmpty() || !payment.amount().equals(Optional.of(request.amount()))) {
      LOG.error("{}: Mollie's page has a different amount than requested", reference);
      return closed(reference, "a page for another amount");
    }
    boolean mayLeave =
        exchanges
            .log()
            .answeredThenSending(
                reference,
                OperationKind.AUTHORIZE,
                CREATE,
                payment.id(),
                RemoteFacts.asked(request.amount()),
                "page");
    return mayLeave
        ? outcome(made(reference, request.amount(), payment, deadline))
        : RemoteExchanges.TAKEN;
  }

  /**
   * Returns the current status for a repetition of the same request. Another request under its
   * reference is rejected.
   */
  private Outcome again(AuthorizeRequest request, List<ExchangeStep> steps, Deadline deadline) {
    OperationRef reference = request.reference();
    boolean isSame = RemoteFacts.amount(steps).equals(Optional.of(request.amount()));
    return isSame && exchanges.log().sending(reference, OperationKind.AUTHORIZE, PAGE, "page")
        ? look(reference, request.amount(), deadline)
        : RemoteExchanges.TAKEN;
  }

  /** Returns the payer's result, for a request to resume. */
  Outcome look(OperationRef reference, Money amount, Deadline deadline) {
    List<ExchangeStep> steps = exchanges.list(reference);
    if (steps.stream().anyMatch(ExchangeStep::isClosed)) {
      return new Outcome.NotSent();
    }
    return created(steps)
        .map(id -> outcome(look(reference, amount, steps, id, deadline)))
        .orElse(RemoteExchanges.NOT_OURS);
  }

  Inquiry look(
      OperationRef reference,
      Money amount,
      List<ExchangeStep> steps,
      String id,
      Deadline deadline) {
    return account.look(
        reference, id, deadline, payment -> read(reference, amount, steps, payment, deadline));
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
    OperationRef reference = request.reference();
    boolean isHandedOut = isHandedOut(steps);
    if (!isHandedOut && exchanges.log().close(reference, OperationKind.AUTHORIZE, PAGE)) {
      return new Inquiry.Absent();
    }
    List<ExchangeStep> now = isHandedOut ? steps : exchanges.list(reference);
    if (RemoteCharges.customer(now).isPresent()) {
      return charges.inquire(reference, request.amount(), now, deadline);
    }
    return created(now)
        .map(id -> look(reference, request.amount(), now, id, deadline))
        .orElseGet(() -> exchanges.notYet(now));
  }

  /** Reports a payment that was just made. The payer gets its page, whatever its method. */
  private Inquiry made(
      OperationRef reference, Money amount, MolliePayment payment, Deadline deadline) {
    return payment.state() == PaymentState.OPEN
        ? waiting(reference, amount, payment)
        : read(reference, amount, List.of(), payment, deadline);
  }

  Inquiry read(
      OperationRef reference,
      Money amount,
      List<ExchangeStep> steps,
      MolliePayment payment,
      Deadline deadline) {
    return switch (payment.state()) {
      case OPEN ->
          payment.isTransferred() || payment.isCharge()
              ? new Inquiry.Found(new Outcome.Pending())
              : waiting(reference, amount, payment);
      case HELD, PAID -> moved(reference, amount, steps, payment, deadline);
      // It stays pending as long as it takes. Florin doesn't undo a slow payment.
      case PENDING -> new Inquiry.Found(new Outcome.Pending());
      case FAILED ->
          new Inquiry.Found(MollieError.failed(payment.object().text("details", "failureReason")));
      case GONE -> new Inquiry.Absent();
      case UNKNOWN -> MollieAccount.unreadable(reference, "an unknown status");
    };
  }

  /** Reports the page. Florin waits for the payer at most until the page expires at Mollie. */
  private Inquiry waiting(OperationRef reference, Money amount, MolliePayment payment) {
    Optional<URI> page =
        payment.checkout().filter(it -> !account.live() || "https".equals(it.getScheme()));
    if (page.isEmpty() || payment.id().isEmpty()) {
      return MollieAccount.unreadable(reference, "a page without a URL");
    }
    if (!payment.amount().equals(Optional.of(amount))) {
      return MollieAccount.unreadable(reference, "a page for another amount");
    }
    return new Inquiry.Found(
        new Outcome.RequiresAction(
            payment.id().get(),
            new PayerAction.Redirect(
                page.get(),
                payment.expires().orElseGet(() -> reference.id().made().plus(PAGE_LASTS)),
                payment.isCancelable())));
  }

  /**
   * Reports the amount. Another amount than requested is reported as it is, and never treated as
   * the whole.
   */
  private Inquiry moved(
      OperationRef reference,
      Money amount,
      List<ExchangeStep> steps,
      MolliePayment payment,
      Deadline deadline) {
    Optional<Money> moved = payment.amount().filter(it -> it.currency().equals(amount.currency()));
    Optional<Money> captured = payment.captured();
    if (moved.isEmpty() || captured.isEmpty() || !payment.areRefundsWhole()) {
      return MollieAccount.unreadable(reference, "amounts that can't be read");
    }
    if (!moved.get().equals(amount)) {
      LOG.error("{}: Mollie charged a different amount than requested", reference);
    }
    if (approved(steps).isEmpty()) {
      exchanges.log().answered(reference, PAGE, payment.id(), Map.of());
    }
    return payment
        .savesFor()
        .map(customer -> saved(payment, moved.get(), captured.get(), customer, deadline))
        .orElseGet(() -> approved(payment, moved.get(), captured.get(), Optional.empty()));
  }

  /** Reports the amount together with the mandate that the payment gave. */
  private Inquiry saved(
      MolliePayment payment, Money moved, Money captured, String customer, Deadline deadline) {
    return switch (account.line().send(MollieRequests.mandates(customer), deadline)) {
      case RemoteAnswer.Done(RemoteObject mandates) -> {
        Optional<MollieCharges.Saved> saved =
            MollieCharges.saved(connector, customer, payment, mandates);
        yield saved.isEmpty() && moved.isZero()
            ? new Inquiry.Unreachable("a setup without a mandate")
            : approved(payment, moved, captured, saved);
      }
      // For example, a person has deleted the customer at Mollie. The payment is still paid.
      case RemoteAnswer.Refused(MollieError error, _) -> {
        LOG.warn("{}: Mollie has no mandates of its payer: {}", payment.id().orElse(""), error);
        yield moved.isZero()
            ? new Inquiry.Found(Outcome.Declined.byProvider(ErrorCode.PROVIDER_REFUSED))
            : approved(payment, moved, captured, Optional.empty());
      }
      case RemoteAnswer<MollieError> _ ->
          new Inquiry.Unreachable("the mandates of a customer can't be read");
    };
  }

  private Inquiry approved(
      MolliePayment payment, Money moved, Money captured, Optional<MollieCharges.Saved> saved) {
    return new Inquiry.Found(MollieDetails.approved(payment, moved, captured, saved, exchanges));
  }

  /**
   * Returns whether no payer has, or will ever get, the URL of this authorization's page. If so,
   * the authorization is closed.
   */
  boolean isUnseen(OperationRef authorization) {
    List<ExchangeStep> steps = exchanges.list(authorization);
    if (steps.stream().anyMatch(ExchangeStep::isClosed) || RemoteFacts.outcome(steps).isPresent()) {
      return true; // or was rejected
    }
    int next = steps.isEmpty() ? CREATE : PAGE;
    return !isHandedOut(steps)
        && exchanges.log().close(authorization, OperationKind.AUTHORIZE, next);
  }

  private static boolean isHandedOut(List<ExchangeStep> steps) {
    return steps.stream().anyMatch(step -> step.number() == PAGE);
  }

  /** Returns Mollie's id of the payment, once it is known. */
  static Optional<String> created(List<ExchangeStep> steps) {
    return id(steps, CREATE);
  }

  /** Returns Mollie's id of the payment, once it has held or captured the amount. */
  static Optional<String> approved(List<ExchangeStep> steps) {
    return id(steps, PAGE);
  }

  private static Optional<String> id(List<ExchangeStep> steps, int number) {
    return steps.stream()
        .filter(step -> step.number() == number && !step.isClosed())
        .findFirst()
        .flatMap(ExchangeStep::externalId);
  }
}
