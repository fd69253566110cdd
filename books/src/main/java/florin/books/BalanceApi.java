package florin.books;

import florin.books.BalanceStore.ConnectorBalance;
import florin.books.BalanceStore.TransactionFilter;
import florin.core.Currency;
import florin.core.Id;
import florin.core.Id.BalanceTransactionId;
import florin.core.Id.CustomerCreditId;
import florin.core.Id.PaymentId;
import florin.core.Id.PayoutId;
import florin.core.Id.RefundId;
import florin.core.Id.SettlementLineId;
import florin.core.Id.UnmatchedTransferId;
import florin.core.Page;
import florin.core.Realm;
import florin.core.Sources;
import florin.db.IdTime;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.http.Range;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.ResultView;
import florin.projection.Follower;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The endpoints of `/v2/balance` and `/v2/balance_transactions`. */
public final class BalanceApi {
  private static final Format<MovementType> TYPE =
      Format.choice(List.of(MovementType.values()), MovementType::text);

  static final Format<YearMonth> MONTH =
      Format.text(
          "must be a month, such as 2026-11", YearMonth.of(2000, 1), BalanceApi::parseMonth);

  private static final Format<UUID> SOURCE =
      Format.text(
          "must be the id of a payment, refund, customer credit, unmatched transfer, payout or settlement line",
          new UUID(0, 0),
          text ->
              Stream.<Id.Kind<? extends Id>>of(
                      PaymentId.KIND,
                      RefundId.KIND,
                      CustomerCreditId.KIND,
                      UnmatchedTransferId.KIND,
                      PayoutId.KIND,
                      SettlementLineId.KIND)
                  .flatMap(kind -> kind.parse(text).map(Id::uuid).stream())
                  .findFirst());

  /** The status of payments and refunds that no settlement has reported in time. */
  private static final Format<String> STATUS =
      Format.choice(List.of("missing_there"), text -> text);

  private final BalanceStore store;
  private final SettlementPositionStore positions;
  private final SettlementJob job;
  private final IdempotentCommand once;
  private final Follower follower;
  private final Sources sources;

  public BalanceApi(
      BalanceStore store,
      SettlementPositionStore positions,
      SettlementJob job,
      IdempotentCommand once,
      Follower follower,
      Sources sources) {
    this.store = store;
    this.positions = positions;
    this.job = job;
    this.once = once;
    this.follower = follower;
    this.sources = sources;
  }

  /**
   * A balance as the API shows it, field by field.
   *
   * @param asOf all events until then are included
   * @param complete false while movements from before the ledger are being added
   */
  record BalanceView(
      String object,
      Instant asOf,
      boolean complete,
      List<ConnectorBalanceView> balances,
      boolean livemode) {}

  record ConnectorBalanceView(
      Currency currency,
      String connector,
      long pending,
      long available,
      long inTransit,
      long disputed) {
    private static ConnectorBalanceView of(ConnectorBalance balance) {
      return new ConnectorBalanceView(
          balance.currency(),
          balance.connector(),
          balance.pending(),
          balance.available(),
          balance.inTransit(),
          balance.disputed());
    }
  }

  /** The query of `GET /v2/balance`, which has no parameters. */
  public record RetrieveBalance() {}

  public static RetrieveBalance readRetrieve(Exchange exchange) {
    return Params.of(exchange.query()).build(RetrieveBalance::new);
  }

  /** Reads the time first, so that the sums include at least the events until then. */
  public Answer retrieve(Call<RetrieveBalance> call) {
    Realm realm = call.realm();
    Instant now = sources.clock().instant();
    Instant asOf = follower.behindSince().orElse(now);
    boolean isComplete = store.isComplete(realm);
    return Answer.json(
        200,
        new BalanceView(
            "balance",
            asOf,
            isComplete,
            store.listBalances(realm, LocalDate.ofInstant(now, ZoneOffset.UTC)).stream()
                .map(ConnectorBalanceView::of)
                .toList(),
            realm.isLive()));
  }

  private static Optional<YearMonth> parseMonth(String text) {
    try {
      YearMonth month = YearMonth.parse(text);
      return Optional.of(month)
          .filter(it -> !it.isBefore(MonthReportStore.EARLIEST) && it.getYear() < 3000);
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  /** The body of `POST /v2/balance/refresh`, which has no fields. */
  public record Refresh() {}

  public static Refresh readRefresh(Exchange exchange) {
    return Params.of(exchange.json()).build(Refresh::new);
  }

  /** The states of the providers' reports as the API shows them, field by field. */
  record RefreshView(String object, List<ReportStateView> reports, boolean livemode) {}

  /**
   * The state of a connector's reports.
   *
   * @param readAt the time until which everything was read
   * @param problem why the last read failed
   */
  record ReportStateView(String connector, Optional<Instant> readAt, Optional<String> problem) {}

  /** Makes Florin read the reports of the providers soon, and returns their present states. */
  public Answer refresh(Call<Refresh> call) {
    Realm realm = call.realm();
    return ResultView.of(
        once.run(
            realm,
            ResultView.origin(call),
            () -> {
              job.refresh(realm);
              return Decision.untold(sources.ids().next(), states(realm), List.of(), view -> view);
            }),
        view -> view);
  }

  private RefreshView states(Realm realm) {
    return new RefreshView(
        "balance_refresh",
        positions.list(realm).stream()
            .map(it -> new ReportStateView(it.connector(), it.read(), it.problem()))
            .toList(),
        realm.isLive());
  }

  public static BalanceTransactionId readId(Exchange exchange) {
    return exchange.pathId(BalanceTransactionId.KIND);
  }

  public Answer retrieveTransaction(Call<BalanceTransactionId> call) {
    return Answer.found(
        call.input(), store.find(call.realm(), call.input()), transaction -> transaction);
  }

  /** The query of `GET /v2/balance_transactions`. */
  public record ListTransactions(Cursor<BalanceTransactionId> cursor, TransactionFilter filter) {}

  public static ListTransactions readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<BalanceTransactionId> cursor = Cursor.read(query, BalanceTransactionId.KIND);
    Optional<MovementType> type = query.optional("type", TYPE);
    Optional<UUID> source = query.optional("source", SOURCE);
    Optional<YearMonth> adjustmentIn = query.optional("adjustment_in", MONTH);
    Optional<String> status = query.optional("status", STATUS);
    IdTime.Span created = query.bounds("created", Range.UNIX_TIME).map(IdTime.Span::ofSeconds);
    return query.build(() ->
        new ListTransactions(
            cursor,
            new TransactionFilter(type, source, adjustmentIn, created, status.isPresent())));
  }

  public Answer list(Call<ListTransactions> call) {
    Realm realm = call.realm();
    Page<BalanceTransaction> page =
        store.list(
            realm,
            call.input().filter(),
            call.input().cursor().page(id -> store.find(realm, id).isPresent()));
    return Answer.list("/v2/balance_transactions", page, transaction -> transaction);
  }
}
