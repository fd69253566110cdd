package florin.checkout;

import florin.checkout.Cart.LineItem;
import florin.checkout.CheckoutSession.PageSettings;
import florin.checkout.CheckoutSession.Saving;
import florin.checkout.CheckoutSession.Status;
import florin.checkout.CheckoutSessionStore.SessionFilter;
import florin.checkout.CheckoutSessionView.Mode;
import florin.checkout.CheckoutSessions.CreateSession;
import florin.connector.Credential;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Id.CheckoutSessionId;
import florin.core.Id.ConnectorId;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentLinkId;
import florin.core.Money;
import florin.core.Page;
import florin.core.Realm;
import florin.customer.ContactFormats;
import florin.db.IdTime;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.http.Range;
import florin.http.TextFormats;
import florin.idempotency.ResultView;
import florin.mandate.MandateFormats;
import florin.payment.SetupApi;
import florin.payment.machine.CaptureMethod;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The endpoints of `/v2/checkout_sessions`. */
public final class CheckoutSessionApi {
  private static final Format<Long> LIFE =
      Format.integer(
          Range.of(CheckoutSession.SHORTEST.toSeconds(), CheckoutSession.LONGEST.toSeconds())
              .described("a number of seconds from 1800 (30 minutes) to 604800 (7 days)"));
  private static final Format<Mode> MODE =
      Format.choice(List.of(Mode.values()), mode -> mode.name().toLowerCase(Locale.ROOT));
  private static final Format<Status> STATUS =
      Format.choice(List.of(Status.values()), Status::text);

  private final CheckoutSessions sessions;

  public CheckoutSessionApi(CheckoutSessions sessions) {
    this.sessions = sessions;
  }

  /** Reads the body of `POST /v2/checkout_sessions`. */
  public static CreateSession readCreate(Exchange exchange) {
    return readCreate(Params.of(exchange.json()));
  }

  /** Reads a new session. */
  public static CreateSession readCreate(Params body) {
    boolean isSetup = body.optional("mode", MODE).filter(mode -> mode == Mode.SETUP).isPresent();
    List<LineItem> lines = isSetup ? List.of() : CheckoutFormats.readLines(body);
    long amount = isSetup ? 0 : CheckoutFormats.readAmount(body, lines);
    Currency currency =
        isSetup
            ? body.optional("currency", CheckoutFormats.CURRENCY).orElse(SetupApi.DEFAULT_CURRENCY)
            : body.required("currency", CheckoutFormats.CURRENCY);
    Optional<String> description = body.optional("description", CheckoutFormats.DESCRIPTION);
    Optional<CustomerId> customer = body.optional("customer", Format.id(CustomerId.KIND));
    Optional<String> customerEmail = body.optional("customer_email", ContactFormats.EMAIL);
    Optional<Saving> saving = readSaving(body, isSetup);
    if (isSetup) {
      requireNothingToPay(body);
    }
    CaptureMethod captureMethod =
        body.optional("capture_method", CheckoutFormats.CAPTURE_METHOD)
            .orElse(CaptureMethod.AUTOMATIC);
    Optional<URI> successUrl = readUrl(body, "success_url", isSetup);
    Optional<URI> cancelUrl = readUrl(body, "cancel_url", isSetup);
    Optional<Language> language = body.optional("locale", CheckoutFormats.LANGUAGE);
    List<String> methods =
        body.list("methods", CheckoutFormats.METHOD, Credential.Page.MAX_METHODS);
    List<ConnectorId> connectors = CheckoutFormats.readConnectors(body);
    Duration life =
        body.optional("expires_in", LIFE).map(Duration::ofSeconds).orElse(CheckoutSession.USUAL);
    Map<String, String> metadata = TextFormats.metadata(body).set();
    return body.build(() ->
        new CreateSession(
            new Cart(new Money(amount, currency), description, lines, captureMethod, metadata),
            new PageSettings(
                customer,
                customerEmail,
                successUrl,
                cancelUrl,
                language,
                methods,
                connectors,
                saving),
            life));
  }

  /**
   * A session that saves a card can end on Florin's page, because there is no order to return to.
   */
  private static Optional<URI> readUrl(Params body, String name, boolean isSetup) {
    return isSetup
        ? body.optional(name, CheckoutFormats.URL)
        : Optional.of(body.required(name, CheckoutFormats.URL));
  }

  /** Reads whether the payment method is saved, and the text to which the payer agrees. */
  private static Optional<Saving> readSaving(Params body, boolean isSetup) {
    boolean saves = body.optional("save_payment_method", Format.flag()).orElse(false) || isSetup;
    Optional<String> mandate = MandateFormats.readText(body);
    if (saves && !body.has("customer")) {
      body.error(
          "customer",
          ErrorCode.PARAMETER_MISSING,
          isSetup
              ? "is required with the mode setup, because the payment method is saved for a customer."
              : "is required with save_payment_method, because the payment method is saved for a customer.");
    }
    if (!saves && body.has("mandate")) {
      body.error(
          "mandate",
          ErrorCode.PARAMETER_INVALID,
          "requires save_payment_method: true, because a mandate is for later charges of a saved payment method.");
    }
    return saves ? Optional.of(new Saving(mandate)) : Optional.empty();
  }

  private static void requireNothingToPay(Params body) {
    for (String other : List.of("amount", "line_items", "capture_method", "customer_email")) {
      if (body.has(other)) {
        body.error(
            other,
            ErrorCode.PARAMETER_INVALID,
            "must be omitted with the mode setup, because nothing is charged.");
      }
    }
  }

  public Answer create(Call<CreateSession> call) {
    return ResultView.of(
        sessions.create(call.realm(), ResultView.origin(call), call.input()), sessions::view);
  }

  public static CheckoutSessionId readId(Exchange exchange) {
    return exchange.pathId(CheckoutSessionId.KIND);
  }

  public Answer retrieve(Call<CheckoutSessionId> call) {
    return Answer.found(call.input(), sessions.find(call.realm(), call.input()), sessions::view);
  }

  /** The query of `GET /v2/checkout_sessions`. */
  public record ListSessions(Cursor<CheckoutSessionId> cursor, SessionFilter filter) {}

  public static ListSessions readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<CheckoutSessionId> cursor = Cursor.read(query, CheckoutSessionId.KIND);
    Optional<Status> status = query.optional("status", STATUS);
    Optional<PaymentLinkId> link = query.optional("payment_link", Format.id(PaymentLinkId.KIND));
    IdTime.Span created = query.bounds("created", Range.UNIX_TIME).map(IdTime.Span::ofSeconds);
    return query.build(() -> new ListSessions(cursor, new SessionFilter(status, link, created)));
  }

  public Answer list(Call<ListSessions> call) {
    Realm realm = call.realm();
    Page<CheckoutSession> page =
        sessions.list(
            realm,
            call.input().filter(),
            call.input().cursor().page(id -> sessions.find(realm, id).isPresent()));
    return Answer.list("/v2/checkout_sessions", page, sessions::view);
  }

  public Answer expire(Call<CheckoutSessionId> call) {
    return ResultView.of(
        sessions.expire(call.realm(), call.input(), ResultView.origin(call)), sessions::view);
  }
}
