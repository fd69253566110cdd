package florin.books;

import florin.books.Payout.Status;
import florin.books.PayoutStore.PayoutFilter;
import florin.books.SettlementStore.StoredLine;
import florin.connector.SettlementLine;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Id;
import florin.core.Id.ConnectorId;
import florin.core.Id.PayoutId;
import florin.core.Id.SettlementLineId;
import florin.core.Page;
import florin.core.Problem;
import florin.core.Realm;
import florin.db.IdTime;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.http.Range;
import florin.idempotency.ResultView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The endpoints of `/v2/payouts`, and `/v2/test/settlements` of test mode. */
public final class PayoutApi {
  private static final Format<Status> STATUS =
      Format.choice(List.of(Status.values()), Status::text);

  static final Format<String> CONNECTOR =
      Format.text(
          "must be the id of a connector, or `simulator`",
          "",
          text ->
              text.equals(SimulatedSettlements.CONNECTOR)
                  ? Optional.of(text)
                  : ConnectorId.KIND.parse(text).map(Id::text));

  private final PayoutStore store;
  private final SettlementStore lines;
  private final Payouts payouts;
  private final SimulatedSettlements simulated;

  public PayoutApi(
      PayoutStore store, SettlementStore lines, Payouts payouts, SimulatedSettlements simulated) {
    this.store = store;
    this.lines = lines;
    this.payouts = payouts;
    this.simulated = simulated;
  }

  /** The query of `GET /v2/payouts`. */
  public record ListPayouts(Cursor<PayoutId> cursor, PayoutFilter filter) {}

  public static ListPayouts readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<PayoutId> cursor = Cursor.read(query, PayoutId.KIND);
    Optional<Status> status = query.optional("status", STATUS);
    Optional<String> connector = query.optional("connector", CONNECTOR);
    IdTime.Span created = query.bounds("created", Range.UNIX_TIME).map(IdTime.Span::ofSeconds);
    return query.build(() -> new ListPayouts(cursor, new PayoutFilter(status, connector, created)));
  }

  public Answer list(Call<ListPayouts> call) {
    Realm realm = call.realm();
    Page<Payout> page =
        store.list(
            realm,
            call.input().filter(),
            call.input().cursor().page(id -> store.find(realm, id).isPresent()));
    return Answer.list("/v2/payouts", page, PayoutView::of);
  }

  public static PayoutId readId(Exchange exchange) {
    return exchange.pathId(PayoutId.KIND);
  }

  public Answer retrieve(Call<PayoutId> call) {
    return Answer.found(call.input(), store.find(call.realm(), call.input()), PayoutView::of);
  }

  public Answer confirm(Call<PayoutId> call) {
    return ResultView.of(
        payouts.confirm(call.realm(), call.input(), ResultView.origin(call)), PayoutView::of);
  }

  /** The path and query of `GET /v2/payouts/{id}/lines`. */
  public record ListLines(PayoutId payout, Cursor<SettlementLineId> cursor) {}

  public static ListLines readLines(Exchange exchange) {
    PayoutId payout = readId(exchange);
    Params query = Params.of(exchange.query());
    Cursor<SettlementLineId> cursor = Cursor.read(query, SettlementLineId.KIND);
    return query.build(() -> new ListLines(payout, cursor));
  }

  /**
   * A line as the API shows it, field by field.
   *
   * @param source the payment, refund or payout; empty if Florin knows none
   */
  public record LineView(
      SettlementLineId id,
      String object,
      SettlementLine.Type type,
      long amount,
      long fee,
      long tax,
      long net,
      Currency currency,
      Optional<Long> originalAmount,
      Optional<Currency> originalCurrency,
      String connector,
      String reference,
      Optional<Id> source,
      String description,
      Instant occurredAt,
      Instant availableAt,
      Instant created,
      boolean livemode) {
    static LineView of(StoredLine line) {
      return new LineView(
          line.id(),
          "settlement_line",
          line.type(),
          line.gross(),
          line.fee(),
          line.tax(),
          line.net(),
          line.currency(),
          line.original().map(it -> it.amount()),
          line.original().map(it -> it.currency()),
          line.connector(),
          line.reference(),
          line.objectId(),
          line.description(),
          line.occurredAt(),
          line.availableAt(),
          line.created(),
          line.realm().isLive());
    }
  }

  public Answer listLines(Call<ListLines> call) {
    Realm realm = call.realm();
    PayoutId payout = call.input().payout();
    if (store.find(realm, payout).isEmpty()) {
      throw payout.notFound();
    }
    Page<StoredLine> page =
        lines.list(
            realm, payout, call.input().cursor().page(id -> lines.find(realm, id).isPresent()));
    return Answer.list("/v2/payouts/" + payout.text() + "/lines", page, LineView::of);
  }

  /** The body of `POST /v2/test/settlements`, which has no fields. */
  public record Settle() {}

  public static Settle readSettle(Exchange exchange) {
    return Params.of(exchange.json()).build(Settle::new);
  }

  /** The payouts of a settlement of the simulator. */
  record Settled(String object, List<PayoutView> payouts, boolean livemode) {}

  static Settled settled(List<Payout> payouts) {
    return new Settled("test_settlement", payouts.stream().map(PayoutView::of).toList(), false);
  }

  public Answer settle(Call<Settle> call) {
    Realm realm = call.realm();
    if (realm.isLive()) {
      throw new Problem.Forbidden(
              ErrorCode.TEST_MODE_ONLY,
              "Only the simulator of test mode settles on request. Use a test key; nothing was changed.")
          .refusal();
    }
    return ResultView.of(simulated.settleNow(realm, ResultView.origin(call)), PayoutApi::settled);
  }
}
