package florin.payment;

import florin.connector.AuthorizeRequest.PageContent;
import florin.connector.Credential;
import florin.connector.OffSessionReason;
import florin.connector.ThreeDSecureResult;
import florin.core.Bounds;
import florin.core.Caller.KeyKind;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Field;
import florin.core.Id.ConnectorId;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.MetadataChange;
import florin.core.Money;
import florin.core.Page;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Retry;
import florin.core.Scope;
import florin.customer.ContactFormats;
import florin.customer.Customers;
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
import florin.instrument.Instrument;
import florin.instrument.InstrumentFormats;
import florin.mandate.MandateFormats;
import florin.mandate.MandateUse.Consent;
import florin.payment.machine.CancellationReason;
import florin.payment.machine.CaptureMethod;
import florin.payment.machine.Payment;
import florin.payment.machine.Payment.PaymentTerms;
import florin.payment.machine.Status;
import florin.payment.store.PaymentFilter;
import florin.payment.store.PaymentTraits;
import florin.payment.store.SearchCriterion;
import florin.payment.view.ClientSecrets;
import florin.payment.view.PaymentFees;
import florin.payment.view.PaymentFees.PaymentFee;
import florin.payment.view.PaymentView;
import florin.payment.view.PaymentView.ReadFacts;
import florin.payment.view.PaymentViews;
import florin.payment.view.RiskView;
import florin.payment.view.RiskViews;
import florin.paymentmethod.PaymentMethodData;
import florin.paymentmethod.PaymentMethodData.NewMethod;
import florin.paymentmethod.PaymentMethodDataFormats;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** The API operations of `/v2/payments`. */
public final class PaymentApi {
  private static final Format<Currency> CURRENCY = Format.currency();
  private static final Format<String> DESCRIPTION = TextFormats.paragraph(1000);
  private static final Format<CaptureMethod> CAPTURE_METHOD =
      Format.choice(List.of(CaptureMethod.values()), CaptureMethod::text);

  private static final Format<Expansion> EXPANSION =
      Format.choice(List.of(Expansion.values()), Expansion::text);

  /** The statuses by which payments are listed: their own, and that of an open dispute. */
  private static final Format<String> STATUS =
      Format.choice(
          Stream.concat(
                  Stream.of(Status.values()).map(Status::text),
                  Stream.of(PaymentTraits.DISPUTED_STATUS))
              .toList(),
          Function.identity());

  private static final Format<String> LAST4 =
      Format.text(
          "must be the last four digits of a card number, for example 4242",
          "4242",
          text -> Optional.of(text).filter(t -> t.matches("[0-9]{4}")));

  /** The limit on a client secret's length, which is longer than any client secret. */
  private static final int MAX_SECRET_LENGTH = 200;

  private final Payments payments;
  private final FollowUps followUps;
  private final Customers customers;
  private final PaymentViews views;
  private final PaymentFees fees;
  private final RiskViews risks;
  private final ClientSecrets secrets;
  private final InstantSource clock;

  public PaymentApi(
      Payments payments,
      FollowUps followUps,
      Customers customers,
      PaymentViews views,
      PaymentFees fees,
      RiskViews risks,
      ClientSecrets secrets,
      InstantSource clock) {
    this.payments = payments;
    this.followUps = followUps;
    this.customers = customers;
    this.views = views;
    this.fees = fees;
    this.risks = risks;
    this.secrets = secrets;
    this.clock = clock;
  }

  /** Reads the body of `POST /v2/payments`. */
  public static CreatePayment readCreate(Exchange exchange) {
    return readCreate(Params.of(exchange.json()), exchange.receivedAt());
  }

  /**
   * Reads a payment's parameters from any source.
   *
   * @param now the time at which the payer agreed to a mandate, if the request has no other
   */
  public static CreatePayment readCreate(Params body, Instant now) {
    long amount = body.required("amount", PaymentFormats.AMOUNT);
    Currency currency = body.required("currency", CURRENCY);
    PaymentMethodData methodData = PaymentMethodDataFormats.read(body);
    Optional<CustomerId> customer = body.optional("customer", Format.id(CustomerId.KIND));
    Optional<String> description = body.optional("description", DESCRIPTION);
    CaptureMethod captureMethod =
        body.optional("capture_method", CAPTURE_METHOD).orElse(CaptureMethod.AUTOMATIC);
    Map<String, String> metadata = TextFormats.metadata(body).set();
    Optional<String> receiptEmail = body.optional("receipt_email", ContactFormats.EMAIL);
    Optional<String> statementDescriptor =
        body.optional("statement_descriptor", PaymentFormats.STATEMENT_DESCRIPTOR);
    Optional<URI> returnUrl = body.optional("return_url", AuthenticationFormats.RETURN_URL);
    Optional<String> locale = body.optional("locale", PaymentFormats.LOCALE);
    Optional<ThreeDSecureResult> threeDSecure = AuthenticationFormats.readThreeDSecure(body);
    boolean saves = body.optional("save_payment_method", Format.flag()).orElse(false);
    Optional<Consent> consent = MandateFormats.readConsent(body, now);
    if ((saves || body.has("mandate"))
        && methodData instanceof NewMethod(Credential.Transfer _, var _)) {
      body.error(
          saves ? "save_payment_method" : "mandate",
          ErrorCode.PARAMETER_INVALID,
          "must be omitted with the type bank_transfer, because only the payer's bank can send one.");
    } else if (body.has("mandate") && methodData instanceof NewMethod && !saves) {
      body.error(
          "mandate",
          ErrorCode.PARAMETER_INVALID,
          "requires save_payment_method: true, because a mandate is for later charges of a saved payment method.");
    }
    Optional<ConnectorId> connector = body.optional("connector", Format.id(ConnectorId.KIND));
    if (body.has("connector") && methodData instanceof NewMethod(Credential.Transfer _, var _)) {
      body.error(
          "connector",
          ErrorCode.PARAMETER_INVALID,
          "must be omitted with the type bank_transfer, which goes to your bank account.");
    }
    Optional<OffSessionReason> offSession = readOffSession(body, methodData);
    Optional<PaymentId> recovers = body.optional("recovers", Format.id(PaymentId.KIND));
    if (saves && !body.has("customer")) {
      body.error(
          "customer",
          ErrorCode.PARAMETER_MISSING,
          "is required with save_payment_method, because the payment method is saved for a customer.");
    }
    return body.build(() ->
        new CreatePayment(
            new PaymentTerms(
                new Money(amount, currency),
                captureMethod,
                customer,
                description,
                metadata,
                receiptEmail,
                statementDescriptor,
                returnUrl,
                locale),
            methodData,
            saves,
            consent,
            offSession,
            recovers,
            threeDSecure,
            connector,
            PageContent.NONE));
  }

  /** Reads `off_session` and `reason`, which go together; `recovers` goes with them only. */
  private static Optional<OffSessionReason> readOffSession(
      Params body, PaymentMethodData methodData) {
    boolean isOffSession = body.optional("off_session", Format.flag()).orElse(false);
    Optional<OffSessionReason> reason = body.optional("reason", MandateFormats.REASON);
    if (!isOffSession) {
      for (String field : List.of("reason", "recovers")) {
        if (body.has(field)) {
          body.error(
              field,
              ErrorCode.PARAMETER_INVALID,
              "goes with off_session: true only. Omit it while the payer is present.");
        }
      }
      return Optional.empty();
    }
    if (!body.has("reason")) {
      body.error(
          "reason",
          ErrorCode.PARAMETER_MISSING,
          "is required with off_session: recurring, unscheduled or installment.");
    }
    if (!(methodData instanceof PaymentMethodData.SavedMethod)) {
      body.error(
          "payment_method",
          ErrorCode.PARAMETER_INVALID,
          "must be the id of a saved payment method with off_session.");
    }
    for (String other : List.of("save_payment_method", "mandate", "return_url", "three_d_secure")) {
      if (body.has(other)) {
        body.error(
            other,
            ErrorCode.PARAMETER_INVALID,
            "must be omitted with off_session, because the payer is absent.");
      }
    }
    return reason;
  }

  public Answer create(Call<CreatePayment> call) {
    if (call.input().savesMethod()) {
      call.caller().require(Scope.PAYMENT_METHODS_WRITE);
    }
    return ResultView.answer(
        payments.create(call.caller().realm(), ResultView.origin(call), call.input()),
        result -> views.answer(result, call.request()));
  }

  /** The path and query of `GET /v2/payments/{id}`. */
  public record RetrievePayment(
      PaymentId id, Set<Expansion> expand, Optional<String> clientSecret) {
    public RetrievePayment {
      expand = Set.copyOf(expand);
    }
  }

  /** The objects that a response can show in full, instead of an id or in addition. */
  public enum Expansion {
    CUSTOMER,
    PAYMENT_METHOD,
    ATTEMPTS;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static RetrievePayment readRetrieve(Exchange exchange) {
    PaymentId id = readId(exchange);
    Params query = Params.of(exchange.query());
    List<Expansion> expand = query.list("expand", EXPANSION, Expansion.values().length);
    query.exclusive("client_secret", "expand");
    Optional<String> clientSecret = query.optional("client_secret", Format.line(MAX_SECRET_LENGTH));
    return query.build(() -> new RetrievePayment(id, Set.copyOf(expand), clientSecret));
  }

  /**
   * Returns a payment. With a publishable key, the caller must send the client secret, and receives
   * only the payer's view.
   */
  public Answer retrieve(Call<RetrievePayment> call) {
    RetrievePayment input = call.input();
    Realm realm = call.realm();
    if (input.expand().contains(Expansion.CUSTOMER)) {
      call.caller().require(Scope.CUSTOMERS_READ);
    }
    boolean narrow = call.caller().kind() == KeyKind.PUBLISHABLE;
    if (narrow && input.clientSecret().isEmpty()) {
      throw new Problem.Forbidden(
              ErrorCode.SECRET_KEY_REQUIRED,
              "A publishable key requires the payment's client_secret. Add it, or retrieve the payment from your server with a secret key (sk_...).")
          .refusal();
    }
    if (input.clientSecret().isPresent()
        && !secrets.isOf(realm, input.id(), input.clientSecret().get())) {
      throw input.id().notFound();
    }
    Payment payment = payments.find(realm, input.id()).orElseThrow(input.id()::notFound);
    return Answer.json(200, narrow ? views.forPayer(payment) : expanded(payment, input.expand()));
  }

  private PaymentView expanded(Payment payment, Set<Expansion> expand) {
    Optional<CustomerId> customer = payment.terms().customer();
    Optional<?> shownCustomer =
        expand.contains(Expansion.CUSTOMER)
            ? customer.map(
                id -> customers.findView(payment.realm(), id).<Object>map(v -> v).orElse(id))
            : customer;
    return views.of(
        payment,
        shownCustomer,
        facts(payment.realm(), List.of(payment)).apply(payment),
        expand.contains(Expansion.ATTEMPTS)
            ? payments.listAttempts(payment).stream().map(PaymentView.AttemptView::of).toList()
            : null);
  }

  /** The query of `GET /v2/payments`. */
  public record ListPayments(
      Cursor<PaymentId> cursor, PaymentFilter filter, PaymentTraits traits) {}

  public static ListPayments readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<PaymentId> cursor = Cursor.read(query, PaymentId.KIND);
    Optional<CustomerId> customer = query.optional("customer", Format.id(CustomerId.KIND));
    Optional<String> asked = query.optional("status", STATUS);
    boolean isDisputed = asked.filter(PaymentTraits.DISPUTED_STATUS::equals).isPresent();
    Optional<Status> status = isDisputed ? Optional.empty() : asked.map(Status::of);
    Optional<Currency> currency = query.optional("currency", CURRENCY);
    Optional<String> last4 = query.optional("last4", LAST4);
    Optional<Instrument.Type> type = query.optional("payment_method_type", InstrumentFormats.TYPE);
    Bounds amount = query.bounds("amount", Range.of(0, Money.MAX_MINOR));
    IdTime.Span created = query.bounds("created", Range.UNIX_TIME).map(IdTime.Span::ofSeconds);
    Map<String, String> metadata = TextFormats.metadataFilter(query);
    return query.build(() ->
        new ListPayments(
            cursor,
            new PaymentFilter(customer, status, currency, last4, type, amount, created, metadata),
            isDisputed ? PaymentTraits.DISPUTED : PaymentTraits.ANY));
  }

  public Answer list(Call<ListPayments> call) {
    Realm realm = call.realm();
    Page<Payment> page =
        payments
            .look(
                realm,
                call.input().filter(),
                new SearchCriterion.Anything(),
                call.input().traits(),
                call.input().cursor().page(id -> payments.find(realm, id).isPresent()))
            .page();
    Function<Payment, ReadFacts> found = facts(realm, page.data());
    return Answer.list("/v2/payments", page, payment -> views.of(payment, found.apply(payment)));
  }

  /** Returns the facts of these payments that their rows don't contain. */
  private Function<Payment, ReadFacts> facts(Realm realm, List<Payment> payments) {
    Map<PaymentId, PaymentFee> found = fees.of(realm, payments);
    Function<Payment, Optional<RiskView>> risk = risks.of(realm, payments);
    Map<PaymentId, Retry> retries = this.payments.listRetries(realm, payments, clock.instant());
    return payment ->
        new ReadFacts(
            Optional.ofNullable(found.get(payment.id())),
            risk.apply(payment),
            Optional.ofNullable(retries.get(payment.id())));
  }

  /** The path and body of an update. */
  public record UpdatePayment(PaymentId id, PaymentChange change) {}

  public static UpdatePayment readUpdate(Exchange exchange) {
    PaymentId id = readId(exchange);
    return new UpdatePayment(id, readChange(Params.of(exchange.json())));
  }

  /** Reads the parameters of an update from any source. */
  public static PaymentChange readChange(Params body) {
    Field<String> description = body.field("description", DESCRIPTION);
    Field<String> receiptEmail = body.field("receipt_email", ContactFormats.EMAIL);
    Field<CustomerId> customer = body.field("customer", Format.id(CustomerId.KIND));
    MetadataChange metadata = TextFormats.metadata(body);
    body.notUpdatable(
        "amount",
        "currency",
        "payment_method",
        "capture_method",
        "statement_descriptor",
        "return_url",
        "locale",
        "three_d_secure");
    return body.build(() -> new PaymentChange(description, receiptEmail, customer, metadata));
  }

  public Answer update(Call<UpdatePayment> call) {
    return ResultView.of(
        payments.update(
            call.realm(), call.input().id(), ResultView.origin(call), call.input().change()),
        views::of);
  }

  /** The path and body of a capture. */
  public record CapturePayment(PaymentId id, OptionalLong amount) {}

  public static CapturePayment readCapture(Exchange exchange) {
    PaymentId id = readId(exchange);
    Params body = Params.of(exchange.json());
    Optional<Long> amount = body.optional("amount", PaymentFormats.AMOUNT);
    return body.build(
        () -> new CapturePayment(id, amount.map(OptionalLong::of).orElseGet(OptionalLong::empty)));
  }

  public Answer capture(Call<CapturePayment> call) {
    return ResultView.answer(
        followUps.capture(
            call.realm(), call.input().id(), ResultView.origin(call), call.input().amount()),
        result -> views.answer(result, call.request()));
  }

  /** The path and body of a cancellation. */
  public record CancelPayment(PaymentId id, Optional<CancellationReason> reason) {}

  public static CancelPayment readCancel(Exchange exchange) {
    PaymentId id = readId(exchange);
    Params body = Params.of(exchange.json());
    Optional<CancellationReason> reason =
        body.optional("cancellation_reason", PaymentFormats.CANCELLATION_REASON);
    return body.build(() -> new CancelPayment(id, reason));
  }

  public Answer cancel(Call<CancelPayment> call) {
    return ResultView.answer(
        followUps.cancel(
            call.realm(), call.input().id(), ResultView.origin(call), call.input().reason()),
        result -> views.answer(result, call.request()));
  }

  private static PaymentId readId(Exchange exchange) {
    return exchange.pathId(PaymentId.KIND);
  }
}
