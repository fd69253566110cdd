package florin.bank.ordering;

import florin.bank.outgoing.PaymentFile;
import florin.core.Id.PaymentFileId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Page;
import florin.core.Realm;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.idempotency.ResultView;
import java.util.Optional;

/** The endpoints of `/v2/payment_files`. */
public final class PaymentFileApi {
  private static final Format<ReceivingAccountId> ACCOUNT = Format.id(ReceivingAccountId.KIND);

  private final PaymentFiles orders;

  public PaymentFileApi(PaymentFiles orders) {
    this.orders = orders;
  }

  /** Reads the body of `POST /v2/payment_files`. */
  public static ReceivingAccountId readCreate(Exchange exchange) {
    Params body = Params.of(exchange.json());
    ReceivingAccountId account = body.required("receiving_account", ACCOUNT);
    return body.build(() -> account);
  }

  public Answer create(Call<ReceivingAccountId> call) {
    return ResultView.of(
        orders.create(call.realm(), call.input(), ResultView.origin(call)), PaymentFileView::of);
  }

  public static PaymentFileId readId(Exchange exchange) {
    return exchange.pathId(PaymentFileId.KIND);
  }

  public Answer retrieve(Call<PaymentFileId> call) {
    return Answer.found(call.input(), orders.find(call.realm(), call.input()), PaymentFileView::of);
  }

  /** Returns the file itself (ISO 20022, pain.001.001.09). */
  public Answer file(Call<PaymentFileId> call) {
    PaymentFile order =
        orders.find(call.realm(), call.input()).orElseThrow(() -> call.input().notFound());
    return fileAnswer(order, orders.fileByKey(order));
  }

  public static PaymentFileId readReject(Exchange exchange) {
    PaymentFileId id = readId(exchange);
    Params body = Params.of(exchange.json());
    return body.build(() -> id);
  }

  public Answer reject(Call<PaymentFileId> call) {
    return ResultView.of(
        orders.reject(call.realm(), call.input(), ResultView.origin(call)), PaymentFileView::of);
  }

  /** Returns the file as an attachment that no cache may store. */
  public static Answer fileAnswer(PaymentFile order, byte[] file) {
    return Answer.of(200, "application/xml", file)
        .with("Content-Disposition", "attachment; filename=\"" + order.fileName() + "\"")
        .with("Cache-Control", "no-store");
  }

  /** The query of `GET /v2/payment_files`. */
  public record ListOrders(Cursor<PaymentFileId> cursor, Optional<ReceivingAccountId> account) {}

  public static ListOrders readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<PaymentFileId> cursor = Cursor.read(query, PaymentFileId.KIND);
    Optional<ReceivingAccountId> account = query.optional("receiving_account", ACCOUNT);
    return query.build(() -> new ListOrders(cursor, account));
  }

  public Answer list(Call<ListOrders> call) {
    Realm realm = call.realm();
    Page<PaymentFile> page =
        orders.list(
            realm,
            call.input().account(),
            call.input().cursor().page(id -> orders.find(realm, id).isPresent()));
    return Answer.list("/v2/payment_files", page, PaymentFileView::of);
  }
}
