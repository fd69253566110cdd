package florin.checkout;

import florin.checkout.Cart.LineItem;
import florin.checkout.PaymentLink.Offer;
import florin.checkout.PaymentLink.Price;
import florin.checkout.PaymentLinks.CreateLink;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Field;
import florin.core.Id.ConnectorId;
import florin.core.Id.PaymentLinkId;
import florin.core.MetadataChange;
import florin.core.Money;
import florin.core.Page;
import florin.core.Realm;
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
import florin.payment.PaymentFormats;
import florin.payment.machine.CaptureMethod;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The endpoints of `/v2/payment_links`. */
public final class PaymentLinkApi {
  private static final Format<Integer> MAX_PAYMENTS =
      Format.integer(Range.of(1, PaymentLink.MAX_PAYMENTS)).map(Math::toIntExact);

  private final PaymentLinks links;

  public PaymentLinkApi(PaymentLinks links) {
    this.links = links;
  }

  /** A fixed amount, or two between which payers choose. */
  private record Amounts(long min, long max, boolean isChosen, List<LineItem> lines) {
    Price in(Currency currency) {
      return isChosen
          ? new Price.Chosen(new Money(min, currency), new Money(max, currency))
          : new Price.Fixed(new Money(min, currency), lines);
    }
  }

  /** Reads the body of `POST /v2/payment_links`. */
  public static CreateLink readCreate(Exchange exchange) {
    Params body = Params.of(exchange.json());
    Amounts amounts = readAmounts(body);
    Currency currency = body.required("currency", CheckoutFormats.CURRENCY);
    Optional<String> description = body.optional("description", CheckoutFormats.DESCRIPTION);
    CaptureMethod captureMethod =
        body.optional("capture_method", CheckoutFormats.CAPTURE_METHOD)
            .orElse(CaptureMethod.AUTOMATIC);
    Optional<URI> successUrl = body.optional("success_url", CheckoutFormats.URL);
    Optional<Integer> maxPayments = body.optional("max_payments", MAX_PAYMENTS);
    List<ConnectorId> connectors = CheckoutFormats.readConnectors(body);
    boolean active = body.optional("active", Format.flag()).orElse(true);
    Map<String, String> metadata = TextFormats.metadata(body).set();
    return body.build(() ->
        new CreateLink(
            amounts.in(currency),
            new Offer(description, captureMethod, successUrl, maxPayments, connectors, metadata),
            active));
  }

  private static Amounts readAmounts(Params body) {
    body.exclusive("customer_chooses", "amount");
    body.exclusive("customer_chooses", "line_items");
    Optional<Params> chooses = body.optionalObject("customer_chooses");
    if (chooses.isEmpty()) {
      List<LineItem> lines = CheckoutFormats.readLines(body);
      long amount = CheckoutFormats.readAmount(body, lines);
      return new Amounts(amount, amount, false, lines);
    }
    long min = chooses.get().required("min", PaymentFormats.AMOUNT);
    long max = chooses.get().required("max", PaymentFormats.AMOUNT);
    if (max < min && chooses.get().has("max") && chooses.get().has("min")) {
      chooses.get().error("max", ErrorCode.PARAMETER_INVALID, "must be at least as much as min.");
    }
    return new Amounts(min, max, true, List.of());
  }

  public Answer create(Call<CreateLink> call) {
    return ResultView.of(
        links.create(call.realm(), ResultView.origin(call), call.input()), links::view);
  }

  public static PaymentLinkId readId(Exchange exchange) {
    return exchange.pathId(PaymentLinkId.KIND);
  }

  public Answer retrieve(Call<PaymentLinkId> call) {
    return Answer.found(call.input(), links.find(call.realm(), call.input()), links::view);
  }

  /** The query of `GET /v2/payment_links`. */
  public record ListLinks(
      Cursor<PaymentLinkId> cursor, Optional<Boolean> active, IdTime.Span created) {}

  public static ListLinks readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<PaymentLinkId> cursor = Cursor.read(query, PaymentLinkId.KIND);
    Optional<Boolean> active = query.optional("active", Format.flag());
    IdTime.Span created = query.bounds("created", Range.UNIX_TIME).map(IdTime.Span::ofSeconds);
    return query.build(() -> new ListLinks(cursor, active, created));
  }

  public Answer list(Call<ListLinks> call) {
    Realm realm = call.realm();
    ListLinks input = call.input();
    Page<PaymentLink> page =
        links.list(
            realm,
            input.active(),
            input.created(),
            input.cursor().page(id -> links.find(realm, id).isPresent()));
    return Answer.list("/v2/payment_links", page, links::view);
  }

  /** The path and body of an update. */
  public record UpdateLink(PaymentLinkId id, PaymentLinkChange change) {}

  public static UpdateLink readUpdate(Exchange exchange) {
    PaymentLinkId id = readId(exchange);
    Params body = Params.of(exchange.json());
    Optional<Boolean> active = body.optional("active", Format.flag());
    Field<String> description = body.field("description", CheckoutFormats.DESCRIPTION);
    Field<URI> successUrl = body.field("success_url", CheckoutFormats.URL);
    Field<Integer> maxPayments = readMaxPayments(body);
    MetadataChange metadata = TextFormats.metadata(body);
    body.notUpdatable(
        "amount", "currency", "customer_chooses", "line_items", "capture_method", "connectors");
    return body.build(() ->
        new UpdateLink(
            id, new PaymentLinkChange(active, description, successUrl, maxPayments, metadata)));
  }

  /** Reads the limit: `null` clears it; the empty text is an error. */
  private static Field<Integer> readMaxPayments(Params body) {
    return body.clearsObject("max_payments")
        ? new Field.Clear<>()
        : body.optional("max_payments", MAX_PAYMENTS)
            .<Field<Integer>>map(Field.Set::new)
            .orElseGet(Field.Keep::new);
  }

  public Answer update(Call<UpdateLink> call) {
    return ResultView.of(
        links.update(
            call.realm(), call.input().id(), ResultView.origin(call), call.input().change()),
        links::view);
  }
}
