package florin.bank.matching;

import florin.bank.matching.UnappliedFunds.Kind;
import florin.bank.matching.UnappliedFundsStore.UnappliedFundsFilter;
import florin.core.Id;
import florin.core.Id.CustomerCreditId;
import florin.core.Id.PaymentId;
import florin.core.Id.PayoutId;
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
public final class UnappliedFundsApi {
  private static final Format<UnappliedFunds.Status> STATUS =
      Format.choice(List.of(UnappliedFunds.Status.values()), UnappliedFunds.Status::text);

  private final UnappliedFundsCommands funds;

  public UnappliedFundsApi(UnappliedFundsCommands funds) {
    this.funds = funds;
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
        call.input(), funds.find(call.realm(), kind, call.input().uuid()), UnappliedFundsView::of);
  }

  /** The query of a list. */
  public record ListUnappliedFunds(Cursor<? extends Id> cursor, UnappliedFundsFilter filter) {}

  public static ListUnappliedFunds readCredits(Exchange exchange) {
    return readList(exchange, CustomerCreditId.KIND, Kind.CREDIT);
  }

  public static ListUnappliedFunds readReceipts(Exchange exchange) {
    return readList(exchange, UnmatchedTransferId.KIND, Kind.UNMATCHED);
  }

  private static <T extends Id> ListUnappliedFunds readList(
      Exchange exchange, Id.Kind<T> ids, Kind kind) {
    Params query = Params.of(exchange.query());
    Cursor<T> cursor = Cursor.read(query, ids);
    Optional<UnappliedFunds.Status> status = query.optional("status", STATUS);
    Optional<PaymentId> payment = query.optional("payment", Format.id(PaymentId.KIND));
    return query.build(
        () -> new ListUnappliedFunds(cursor, new UnappliedFundsFilter(kind, status, payment)));
  }

  public Answer list(Call<ListUnappliedFunds> call) {
    Realm realm = call.realm();
    UnappliedFundsFilter filter = call.input().filter();
    Page<UnappliedFunds> page =
        funds.list(
            realm,
            filter,
            call.input()
                .cursor()
                .page(id -> funds.find(realm, filter.kind(), id.uuid()).isPresent()));
    return Answer.list(
        filter.kind() == Kind.CREDIT ? "/v2/customer_credits" : "/v2/unmatched_transfers",
        page,
        UnappliedFundsView::of);
  }

  /** The path and body of an assignment to a payment. */
  public record Assign(Id id, PaymentId payment) {}

  /**
   * The path and body of an assignment of an unmatched transfer.
   *
   * @param to a payment or payout
   */
  public record AssignReceipt(UnmatchedTransferId id, Id to) {}

  public static Assign readAssignCredit(Exchange exchange) {
    CustomerCreditId id = readCredit(exchange);
    Params body = Params.of(exchange.json());
    PaymentId payment = body.required("payment", Format.id(PaymentId.KIND));
    return body.build(() -> new Assign(id, payment));
  }

  public static AssignReceipt readAssignReceipt(Exchange exchange) {
    UnmatchedTransferId id = readReceipt(exchange);
    Params body = Params.of(exchange.json());
    Id to =
        body.has("payout")
            ? body.required("payout", Format.id(PayoutId.KIND))
            : body.required("payment", Format.id(PaymentId.KIND));
    body.exclusive("payment", "payout");
    return body.build(() -> new AssignReceipt(id, to));
  }

  public Answer assign(Call<Assign> call) {
    Assign input = call.input();
    return assign(call, input.id(), input.payment());
  }

  public Answer assignReceipt(Call<AssignReceipt> call) {
    AssignReceipt input = call.input();
    return input.to() instanceof PayoutId payout
        ? ResultView.of(
            funds.assign(
                call.realm(), input.id(), ResultView.origin(call), payout, RefundAsker.KEY),
            UnappliedFundsView::of)
        : assign(call, input.id(), new PaymentId(input.to().uuid()));
  }

  private Answer assign(Call<?> call, Id id, PaymentId payment) {
    return ResultView.of(
        funds.assign(call.realm(), id, ResultView.origin(call), payment, RefundAsker.KEY),
        UnappliedFundsView::of);
  }

  public Answer dismiss(Call<UnmatchedTransferId> call) {
    return ResultView.of(
        funds.dismiss(call.realm(), call.input(), ResultView.origin(call)), UnappliedFundsView::of);
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
        body.optionalObject("bank_account").map(UnappliedFundsApi::readAccount);
    return body.build(() -> new SendBack(id, account));
  }

  private static PayerAccount readAccount(Params account) {
    return new PayerAccount(
        account.required("iban", Format.iban()),
        account.required("holder", TextFormats.accountHolder()));
  }

  public Answer sendBack(Call<SendBack> call) {
    return ResultView.of(
        funds.sendBack(
            call.realm(),
            call.input().id(),
            ResultView.origin(call),
            call.input().account(),
            RefundAsker.KEY),
        UnappliedFundsView::of);
  }
}
