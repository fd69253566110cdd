package florin.payment.refund;

import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.MetadataChange;
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
import florin.payment.machine.CreateRefund;
import florin.payment.machine.CreateRefund.PayerAccount;
import florin.payment.machine.CreateRefund.RefundAsker;
import florin.payment.machine.Refund;
import florin.payment.view.RefundView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The API operations of `/v2/refunds`. */
public final class RefundApi {

  private static final Format<PaymentId> PAYMENT = Format.id(PaymentId.KIND);
  private static final Format<Refund.Reason> REASON =
      Format.choice(List.copyOf(Refund.Reason.OF_MERCHANTS), Refund.Reason::text);

  private static final Format<Refund.Status> STATUS =
      Format.choice(List.of(Refund.Status.values()), Refund.Status::text);

  private final Refunds refunds;
  private final RefundCancel cancel;

  public RefundApi(Refunds refunds, RefundCancel cancel) {
    this.refunds = refunds;
    this.cancel = cancel;
  }

  /** Reads the body of `POST /v2/refunds`. */
  public static CreateRefund readCreate(Exchange exchange) {
    Params body = Params.of(exchange.json());
    PaymentId payment = body.required("payment", PAYMENT);
    Optional<Long> amount = body.optional("amount", PaymentFormats.AMOUNT);
    Optional<Refund.Reason> reason = body.optional("reason", REASON);
    Map<String, String> metadata = TextFormats.metadata(body).set();
    Optional<PayerAccount> account =
        body.optionalObject("bank_account").map(RefundApi::readAccount);
    return body.build(() ->
        new CreateRefund(
            payment,
            amount.map(OptionalLong::of).orElseGet(OptionalLong::empty),
            reason,
            metadata,
            account,
            RefundAsker.KEY));
  }

  private static PayerAccount readAccount(Params account) {
    return new PayerAccount(
        account.required("iban", Format.iban()),
        account.required("holder", TextFormats.accountHolder()));
  }

  public Answer create(Call<CreateRefund> call) {
    return ResultView.of(
        refunds.create(call.realm(), ResultView.origin(call), call.input()), RefundView::of);
  }

  public static RefundId readId(Exchange exchange) {
    return exchange.pathId(RefundId.KIND);
  }

  public Answer retrieve(Call<RefundId> call) {
    return Answer.found(call.input(), refunds.find(call.realm(), call.input()), RefundView::of);
  }

  /** The query of `GET /v2/refunds`. */
  public record ListRefunds(
      Cursor<RefundId> cursor,
      Optional<PaymentId> payment,
      Optional<Refund.Status> status,
      IdTime.Span created) {}

  public static ListRefunds readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<RefundId> cursor = Cursor.read(query, RefundId.KIND);
    Optional<PaymentId> payment = query.optional("payment", PAYMENT);
    Optional<Refund.Status> status = query.optional("status", STATUS);
    IdTime.Span created = query.bounds("created", Range.UNIX_TIME).map(IdTime.Span::ofSeconds);
    return query.build(() -> new ListRefunds(cursor, payment, status, created));
  }

  public Answer list(Call<ListRefunds> call) {
    Realm realm = call.realm();
    ListRefunds input = call.input();
    Page<Refund> page =
        refunds.list(
            realm,
            input.payment(),
            input.status(),
            input.created(),
            input.cursor().page(id -> refunds.find(realm, id).isPresent()));
    return Answer.list("/v2/refunds", page, RefundView::of);
  }

  /** The path and body of an update. */
  public record UpdateRefund(RefundId id, MetadataChange metadata) {}

  public static UpdateRefund readUpdate(Exchange exchange) {
    RefundId id = readId(exchange);
    Params body = Params.of(exchange.json());
    MetadataChange metadata = TextFormats.metadata(body);
    body.notUpdatable("payment", "amount", "reason");
    return body.build(() -> new UpdateRefund(id, metadata));
  }

  public Answer update(Call<UpdateRefund> call) {
    return ResultView.of(
        refunds.update(
            call.realm(), call.input().id(), ResultView.origin(call), call.input().metadata()),
        RefundView::of);
  }

  public static RefundId readCancel(Exchange exchange) {
    RefundId id = readId(exchange);
    Params body = Params.of(exchange.json());
    return body.build(() -> id);
  }

  public Answer cancel(Call<RefundId> call) {
    return ResultView.of(
        cancel.cancel(call.caller(), call.input(), ResultView.origin(call)), RefundView::of);
  }
}
