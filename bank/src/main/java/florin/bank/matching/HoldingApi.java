package florin.bank.matching;

import florin.bank.matching.HoldingStore.HoldingFilter;
import florin.bank.matching.UnappliedFunds.Kind;
import florin.core.Id;
import florin.core.Id.CustomerCreditId;
import florin.core.Id.PaymentId;
import florin.core.Id.UnmatchedTransferId;
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
import florin.payment.machine.CreateRefund.PayerAccount;
import florin.payment.machine.CreateRefund.RefundAsker;
import java.util.List;
import java.util.Optional;

/** The endpoints of `/v2/customer_credits` and `/v2/unmatched_transfers`. */
public final class HoldingApi {
  private static final Format<UnappliedFunds.Status> STATUS =
      Format.choice(List.of(UnappliedFunds.Status.values()), UnappliedFunds.Status::text);

  private final Holdings holdings;

  public HoldingApi(Holdings holdings) {
    this.holdings = holdings;
  }

  public static CustomerCreditId readCredit(Exchange exchange) {
    return exchange.pathId(CustomerCreditId.KIND);
  }

  public static UnmatchedTransferId readReceipt(Exchange exchange) {
    return exchange.pathId(UnmatchedTransferId.KIND);
  }

  public Answer retrieveCredit(Call<CustomerCreditId> call) {
    return retrieve(call, Kind.CREDIT);
  }

  public Answer retrieveReceipt(Call<UnmatchedTransferId> call) {
    return retrieve(call, Kind.UNMATCHED);
  }

  private Answer retrieve(Call<? extends Id> call, Kind kind) {
    return Answer.found(
        call.input(), holdings.find(call.realm(), kind, call.input().uuid()), HoldingView::of);
  }

  /** The query of a list. */
  public record ListHoldings(Cursor<? extends Id> cursor, HoldingFilter filter) {}

  public static ListHoldings readCredits(Exchange exchange) {
    return readList(exchange, CustomerCreditId.KIND, Kind.CREDIT);
  }

  public static ListHoldings readReceipts(Exchange exchange) {
    return readList(exchange, UnmatchedTransferId.KIND, Kind.UNMATCHED);
  }

  private static <T extends Id> ListHoldings readList(
      Exchange exchange, Id.Kind<T> ids, Kind kind) {
    Params query = Params.of(exchange.query());
    Cursor<T> cursor = Cursor.read(query, ids);
    Optional<UnappliedFunds.Status> status = query.optional("status", STATUS);
    Optional<PaymentId> payment = query.optional("payment", Format.id(PaymentId.KIND));
    return query.build(() -> new ListHoldings(cursor, new HoldingFilter(kind, status, payment)));
  }

  public Answer list(Call<ListHoldings> call) {
    Realm realm = call.realm();
    HoldingFilter filter = call.input().filter();
    Page<UnappliedFunds> page =
        holdings.list(
            realm,
            filter,
            call.input()
                .cursor()
                .page(id -> holdings.find(realm, filter.kind(), id.uuid()).isPresent()));
    return Answer.list(
        filter.kind() == Kind.CREDIT ? "/v2/customer_credits" : "/v2/unmatched_transfers",
        page,
        HoldingView::of);
  }

  /** The path and body of an assignment. */
  public record Assign(Id id, PaymentId payment) {}

  public static Assign readAssignCredit(Exchange exchange) {
    return readAssign(exchange, readCredit(exchange));
  }

  public static Assign readAssignReceipt(Exchange exchange) {
    return readAssign(exchange, readReceipt(exchange));
  }

  private static Assign readAssign(Exchange exchange, Id id) {
    Params body = Params.of(exchange.json());
    PaymentId payment = body.required("payment", Format.id(PaymentId.KIND));
    return body.build(() -> new Assign(id, payment));
  }

  public Answer assign(Call<Assign> call) {
    return ResultView.of(
        holdings.assign(
            call.realm(),
            call.input().id(),
            ResultView.origin(call),
            call.input().payment(),
            RefundAsker.KEY),
        HoldingView::of);
  }

  public Answer dismiss(Call<UnmatchedTransferId> call) {
    return ResultView.of(
        holdings.dismiss(call.realm(), call.input(), ResultView.origin(call)), HoldingView::of);
  }

  /** The path and body of a return. */
  public record SendBack(Id id, Optional<PayerAccount> account) {}

  public static SendBack readReturnCredit(Exchange exchange) {
    return readReturn(exchange, readCredit(exchange));
  }

  public static SendBack readReturnReceipt(Exchange exchange) {
    return readReturn(exchange, readReceipt(exchange));
  }

  private static SendBack readReturn(Exchange exchange, Id id) {
    Params body = Params.of(exchange.json());
    Optional<PayerAccount> account =
        body.optionalObject("bank_account").map(HoldingApi::readAccount);
    return body.build(() -> new SendBack(id, account));
  }

  private static PayerAccount readAccount(Params account) {
    return new PayerAccount(
        account.required("iban", Format.iban()),
        account.required("holder", TextFormats.accountHolder()));
  }

  public Answer sendBack(Call<SendBack> call) {
    return ResultView.of(
        holdings.sendBack(
            call.realm(),
            call.input().id(),
            ResultView.origin(call),
            call.input().account(),
            RefundAsker.KEY),
        HoldingView::of);
  }
}
