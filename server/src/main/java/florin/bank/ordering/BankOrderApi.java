package florin.bank.ordering;

import florin.core.Id.BankOrderId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Page;
import florin.core.Realm;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.ListView;
import florin.http.Params;
import florin.http.PathId;
import florin.idempotency.ResultView;
import java.util.Optional;

/** `/v2/bank_orders`. */
public final class BankOrderApi {
  private static final Format<ReceivingAccountId> ACCOUNT = Format.id(ReceivingAccountId.KIND);

  private final BankOrders orders;

  public BankOrderApi(BankOrders orders) {
    this.orders = orders;
  }

  /** The body of `POST /v2/bank_orders`. */
  public static ReceivingAccountId readCreate(Exchange exchange) {
    Params body = Params.of(exchange.json());
    ReceivingAccountId account = body.required("receiving_account", ACCOUNT);
    return body.build(() -> account);
  }

  public Answer create(Call<ReceivingAccountId> call) {
    return ResultView.of(
        orders.create(call.realm(), call.input(), ResultView.origin(call)), BankOrderView::of);
  }

  public static BankOrderId readId(Exchange exchange) {
    return PathId.read(exchange, BankOrderId.KIND);
  }

  public Answer retrieve(Call<BankOrderId> call) {
    return PathId.answer(call.input(), orders.find(call.realm(), call.input()), BankOrderView::of);
  }

  /** The file itself (ISO 20022, pain.001.001.09). */
  public Answer file(Call<BankOrderId> call) {
    BankOrder order =
        orders.find(call.realm(), call.input()).orElseThrow(() -> call.input().notFound());
    return fileAnswer(order, orders.fileByKey(order));
  }

  public static BankOrderId readReject(Exchange exchange) {
    BankOrderId id = readId(exchange);
    Params body = Params.of(exchange.json());
    return body.build(() -> id);
  }

  public Answer reject(Call<BankOrderId> call) {
    return ResultView.of(
        orders.reject(call.realm(), call.input(), ResultView.origin(call)), BankOrderView::of);
  }

  /** To be kept as a file, and by nobody on the way. */
  public static Answer fileAnswer(BankOrder order, byte[] file) {
    return Answer.of(200, "application/xml", file)
        .with("Content-Disposition", "attachment; filename=\"" + order.fileName() + "\"")
        .with("Cache-Control", "no-store");
  }

  /** The query of `GET /v2/bank_orders`. */
  public record ListOrders(Cursor<BankOrderId> cursor, Optional<ReceivingAccountId> account) {}

  public static ListOrders readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<BankOrderId> cursor = Cursor.read(query, BankOrderId.KIND);
    Optional<ReceivingAccountId> account = query.optional("receiving_account", ACCOUNT);
    return query.build(() -> new ListOrders(cursor, account));
  }

  public Answer list(Call<ListOrders> call) {
    Realm realm = call.realm();
    Page<BankOrder> page =
        orders.list(
            realm,
            call.input().account(),
            call.input().cursor().page(id -> orders.find(realm, id).isPresent()));
    return ListView.answer("/v2/bank_orders", page, BankOrderView::of);
  }
}
