package florin.books;

import florin.books.FeeReportStore.FeeRow;
import florin.core.Currency;
import florin.core.Realm;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Exchange;
import florin.http.Params;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** The endpoint `/v2/fee_report`. */
public final class FeeReportApi {
  private final FeeReportStore store;
  private final InstantSource clock;

  public FeeReportApi(FeeReportStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /**
   * The report of a month as the API shows it, field by field.
   *
   * @param complete false until providers have reported the end of the month
   */
  record ReportView(
      String object, String month, boolean complete, List<FeeView> fees, boolean livemode) {}

  /**
   * The fees of lines that are alike.
   *
   * @param percent a decimal number, for example `1.400`
   */
  record FeeView(
      Currency currency,
      String connector,
      String type,
      Optional<String> brand,
      Optional<String> region,
      long payments,
      long volume,
      long fees,
      long tax,
      Optional<String> percent) {
    private static FeeView of(FeeRow row) {
      return new FeeView(
          row.currency(),
          row.connector(),
          row.type().text(),
          row.brand(),
          row.region(),
          row.payments(),
          row.volume(),
          row.fees(),
          row.tax(),
          row.percent());
    }
  }

  /** The query of `GET /v2/fee_report`. */
  public record RetrieveReport(YearMonth month) {}

  public static RetrieveReport readReport(Exchange exchange) {
    Params query = Params.of(exchange.query());
    YearMonth month = query.required("month", BalanceApi.MONTH);
    return query.build(() -> new RetrieveReport(month));
  }

  public Answer report(Call<RetrieveReport> call) {
    Realm realm = call.realm();
    YearMonth month = call.input().month();
    Instant end = month.plusMonths(1).atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    return Answer.json(
        200,
        new ReportView(
            "fee_report",
            month.toString(),
            !clock.instant().isBefore(end.plus(BalanceApi.REPORTED_AFTER)),
            store.report(realm, month).stream().map(FeeView::of).toList(),
            realm.isLive()));
  }
}
