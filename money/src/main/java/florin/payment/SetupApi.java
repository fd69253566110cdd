package florin.payment;

import florin.connector.AuthorizeRequest.PageContent;
import florin.connector.Credential;
import florin.connector.ThreeDSecureResult;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Id.ConnectorId;
import florin.core.Id.CustomerId;
import florin.core.Id.SetupId;
import florin.core.Money;
import florin.core.Page;
import florin.core.Realm;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.http.TextFormats;
import florin.idempotency.ResultView;
import florin.mandate.MandateFormats;
import florin.mandate.MandateUse.Consent;
import florin.payment.machine.CancellationReason;
import florin.payment.machine.CaptureMethod;
import florin.payment.machine.Payment;
import florin.payment.machine.Payment.PaymentTerms;
import florin.payment.view.PaymentViews;
import florin.payment.view.RiskView;
import florin.payment.view.RiskViews;
import florin.paymentmethod.PaymentMethodData;
import florin.paymentmethod.PaymentMethodData.NewMethod;
import florin.paymentmethod.PaymentMethodDataFormats;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The API operations of `/v2/setups`. A setup saves a payment method without a charge: it is a
 * payment of zero (docs/decisions/048-setups.md).
 */
public final class SetupApi {
  /** The currency of a setup whose request names none. */
  public static final Currency DEFAULT_CURRENCY = Currency.get("eur");

  private final Payments payments;
  private final FollowUps followUps;
  private final PaymentViews views;
  private final RiskViews risks;

  public SetupApi(Payments payments, FollowUps followUps, PaymentViews views, RiskViews risks) {
    this.payments = payments;
    this.followUps = followUps;
    this.views = views;
    this.risks = risks;
  }

  /** Reads the body of `POST /v2/setups`. */
  public static CreatePayment readCreate(Exchange exchange) {
    return readCreate(Params.of(exchange.json()), exchange.receivedAt());
  }

  private static CreatePayment readCreate(Params body, Instant now) {
    CustomerId customer = body.required("customer", Format.id(CustomerId.KIND));
    PaymentMethodData methodData = PaymentMethodDataFormats.read(body);
    Currency currency = body.optional("currency", Format.currency()).orElse(DEFAULT_CURRENCY);
    Optional<Consent> consent = MandateFormats.readConsent(body, now);
    Optional<URI> returnUrl = body.optional("return_url", AuthenticationFormats.RETURN_URL);
    Optional<ThreeDSecureResult> threeDSecure = AuthenticationFormats.readThreeDSecure(body);
    Optional<ConnectorId> connector = body.optional("connector", Format.id(ConnectorId.KIND));
    Map<String, String> metadata = TextFormats.metadata(body).set();
    if (methodData instanceof NewMethod(Credential.Transfer _, var _)) {
      body.error(
          "payment_method",
          ErrorCode.PARAMETER_INVALID,
          "must not be a bank transfer, because only the payer's bank can send one.");
    }
    return body.build(() ->
        of(
            currency,
            customer,
            methodData,
            consent,
            returnUrl,
            threeDSecure,
            connector,
            metadata,
            PageContent.NONE));
  }

  /** Returns the command that creates a setup. */
  public static CreatePayment of(
      Currency currency,
      CustomerId customer,
      PaymentMethodData methodData,
      Optional<Consent> consent,
      Optional<URI> returnUrl,
      Optional<ThreeDSecureResult> threeDSecure,
      Optional<ConnectorId> connector,
      Map<String, String> metadata,
      PageContent page) {
    return new CreatePayment(
        new PaymentTerms(
            Money.zero(currency),
            CaptureMethod.AUTOMATIC,
            Optional.of(customer),
            Optional.empty(),
            metadata,
            Optional.empty(),
            Optional.empty(),
            returnUrl),
        methodData,
        true,
        consent,
        Optional.empty(),
        Optional.empty(),
        threeDSecure,
        connector,
        page);
  }

  public Answer create(Call<CreatePayment> call) {
    return ResultView.answer(
        payments.create(call.realm(), ResultView.origin(call), call.input()),
        result -> views.answer(result, call.request()));
  }

  public static SetupId readId(Exchange exchange) {
    return exchange.pathId(SetupId.KIND);
  }

  public Answer retrieve(Call<SetupId> call) {
    return Answer.found(
        call.input(),
        payments.find(call.realm(), call.input()),
        setup -> views.ofSetup(setup, risks.of(call.realm(), List.of(setup)).apply(setup)));
  }

  /** The query of `GET /v2/setups`. */
  public record ListSetups(Cursor<SetupId> cursor, Optional<CustomerId> customer) {}

  public static ListSetups readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<SetupId> cursor = Cursor.read(query, SetupId.KIND);
    Optional<CustomerId> customer = query.optional("customer", Format.id(CustomerId.KIND));
    return query.build(() -> new ListSetups(cursor, customer));
  }

  public Answer list(Call<ListSetups> call) {
    Realm realm = call.realm();
    Page<Payment> page =
        payments.listSetups(
            realm,
            call.input().customer(),
            call.input().cursor().page(id -> payments.find(realm, id).isPresent()));
    Function<Payment, Optional<RiskView>> risk = risks.of(realm, page.data());
    return Answer.list("/v2/setups", page, setup -> views.ofSetup(setup, risk.apply(setup)));
  }

  /** The path and body of a cancellation. */
  public record CancelSetup(SetupId id, Optional<CancellationReason> reason) {}

  public static CancelSetup readCancel(Exchange exchange) {
    SetupId id = readId(exchange);
    Params body = Params.of(exchange.json());
    Optional<CancellationReason> reason =
        body.optional("cancellation_reason", PaymentFormats.CANCELLATION_REASON);
    return body.build(() -> new CancelSetup(id, reason));
  }

  public Answer cancel(Call<CancelSetup> call) {
    return ResultView.answer(
        followUps.cancel(
            call.realm(), call.input().id(), ResultView.origin(call), call.input().reason()),
        result -> views.answer(result, call.request()));
  }
}
