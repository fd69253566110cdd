package florin.paymentmethod;

import florin.core.Advice;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentMethodId;
import florin.core.Page;
import florin.core.Realm;
import florin.http.Answer;
import florin.http.Call;
import florin.http.CardError;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.http.TextFormats;
import florin.idempotency.Result;
import florin.idempotency.ResultView;
import florin.instrument.Instrument.InstrumentFault;
import florin.instrument.InstrumentFormats;
import florin.paymentmethod.PaymentMethodData.NewMethod;
import florin.paymentmethod.PaymentMethods.SaveResult;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The endpoints of `/v2/payment_methods` and `/v2/customers/{id}/payment_methods`. */
public final class PaymentMethodApi {
  private static final Format<CustomerId> CUSTOMER = Format.id(CustomerId.KIND);

  /** The response to a browser whose address is blocked: that of any decline. */
  private static final CardError BLOCKED =
      new CardError(
          ErrorCode.CARD_DECLINED,
          "The card was declined. The payer can ask the card's issuer why, or use another card.",
          Optional.empty(),
          Optional.of(DeclineCode.GENERIC_DECLINE),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  private final PaymentMethods methods;
  private final BrowserCardsApi browsers;

  public PaymentMethodApi(PaymentMethods methods, BrowserCardsApi browsers) {
    this.methods = methods;
    this.browsers = browsers;
  }

  /** The body of a creation, and the address of its client, for the brake and the lists. */
  public record CreateMethod(
      NewMethod method,
      Map<String, String> metadata,
      Optional<InetAddress> client,
      Optional<String> address,
      Optional<String> network) {
    public CreateMethod {
      metadata = Map.copyOf(metadata);
    }
  }

  /** The path and body of an update. */
  public record UpdateMethod(PaymentMethodId id, MethodChange change) {}

  /** The path and body of an attachment. */
  public record AttachMethod(PaymentMethodId id, CustomerId customer) {}

  /** The query of a list. */
  public record ListMethods(CustomerId customer, Cursor<PaymentMethodId> cursor) {}

  /** Reads the body of `POST /v2/payment_methods`. */
  public static CreateMethod readCreate(Exchange exchange) {
    Params body = Params.of(exchange.json());
    NewMethod methodData = PaymentMethodDataFormats.readNew(body);
    Map<String, String> metadata = TextFormats.metadata(body).set();
    return body.build(() ->
        new CreateMethod(
            methodData,
            metadata,
            exchange.clientAddress(),
            exchange.countedAddress(),
            exchange.countedNetwork()));
  }

  public Answer create(Call<CreateMethod> call) {
    return answer(
        call,
        methods.create(
            call.realm(),
            ResultView.origin(call),
            call.input().method(),
            call.input().metadata(),
            () -> browsers.pass(call)),
        method -> PaymentMethodView.of(method, call.caller().kind()));
  }

  public static PaymentMethodId readId(Exchange exchange) {
    return exchange.pathId(PaymentMethodId.KIND);
  }

  public Answer retrieve(Call<PaymentMethodId> call) {
    return Answer.found(
        call.input(), methods.find(call.realm(), call.input()), PaymentMethodView::of);
  }

  public static ListMethods readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    CustomerId customer = query.required("customer", CUSTOMER);
    var _ = query.optional("type", InstrumentFormats.KEPT_TYPE);
    Cursor<PaymentMethodId> cursor = Cursor.read(query, PaymentMethodId.KIND);
    return query.build(() -> new ListMethods(customer, cursor));
  }

  public Answer list(Call<ListMethods> call) {
    return list(call, "/v2/payment_methods");
  }

  public static ListMethods readListOfCustomer(Exchange exchange) {
    CustomerId customer = exchange.pathId(CustomerId.KIND);
    Params query = Params.of(exchange.query());
    var _ = query.optional("type", InstrumentFormats.KEPT_TYPE);
    Cursor<PaymentMethodId> cursor = Cursor.read(query, PaymentMethodId.KIND);
    return query.build(() -> new ListMethods(customer, cursor));
  }

  public Answer listOfCustomer(Call<ListMethods> call) {
    CustomerId customer = call.input().customer();
    if (!methods.hasCustomer(call.realm(), customer)) {
      throw customer.notFound();
    }
    return list(call, "/v2/customers/" + customer + "/payment_methods");
  }

  private Answer list(Call<ListMethods> call, String url) {
    Realm realm = call.realm();
    ListMethods input = call.input();
    Page<PaymentMethod> page =
        methods.list(
            realm,
            input.customer(),
            input.cursor().page(id -> methods.find(realm, id).isPresent()));
    return Answer.list(url, page, PaymentMethodView::of);
  }

  public static UpdateMethod readUpdate(Exchange exchange) {
    PaymentMethodId id = readId(exchange);
    Params body = Params.of(exchange.json());
    MethodChange change = PaymentMethodDataFormats.readChange(body);
    return body.build(() -> new UpdateMethod(id, change));
  }

  public Answer update(Call<UpdateMethod> call) {
    Realm realm = call.realm();
    UpdateMethod input = call.input();
    return answer(
        call,
        methods.update(realm, input.id(), input.change(), ResultView.origin(call)),
        PaymentMethodView::of);
  }

  private static Answer answer(
      Call<?> call, Result<SaveResult> result, Function<PaymentMethod, PaymentMethodView> view) {
    return ResultView.answer(
        result,
        saved ->
            switch (saved) {
              case SaveResult.Done(PaymentMethod method) -> Answer.json(200, view.apply(method));
              case SaveResult.Wrong(InstrumentFault fault) -> error(fault).answer(call.request());
              case SaveResult.Blocked() -> BLOCKED.answer(call.request());
            });
  }

  public static AttachMethod readAttach(Exchange exchange) {
    PaymentMethodId id = readId(exchange);
    Params body = Params.of(exchange.json());
    CustomerId customer = body.required("customer", CUSTOMER);
    return body.build(() -> new AttachMethod(id, customer));
  }

  public Answer attach(Call<AttachMethod> call) {
    return ResultView.of(
        methods.attach(
            call.realm(), call.input().id(), call.input().customer(), ResultView.origin(call)),
        PaymentMethodView::of);
  }

  public Answer detach(Call<PaymentMethodId> call) {
    return ResultView.of(
        methods.detach(call.realm(), call.input(), ResultView.origin(call)), PaymentMethodView::of);
  }

  private static CardError error(InstrumentFault fault) {
    return new CardError(
        fault.code(),
        fault.message(),
        fault.code().field(),
        Optional.empty(),
        Optional.of(Advice.CONFIRM_CARD_DATA),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
