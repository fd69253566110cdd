package florin.books;

import florin.books.FeeReportStore.FeeRow;
import florin.books.MonthReport.Period;
import florin.books.MonthReportApi.WantedMonth;
import florin.core.Currency;
import florin.core.Realm;
import florin.core.TimeZones;
import florin.http.Answer;
import florin.http.Call;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The endpoint `/v2/fee_report`. */
public final class FeeReportApi {
  private final FeeReportStore store;
  private final MonthReportStore reports;

  public FeeReportApi(FeeReportStore store, MonthReportStore reports) {
    this.store = store;
    this.reports = reports;
  }

  /**
   * The report of a month as the API shows it, field by field.
   *
   * @param complete false until providers have reported the end of the month
   */
  record ReportView(
      String object,
      String month,
      String timeZone,
      Instant from,
      Instant until,
      boolean complete,
      Optional<Instant> closedAt,
      List<FeeView> fees,
      boolean livemode) {}

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
      boolean adjustment,
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
          row.isAdjustment(),
          row.payments(),
          row.volume(),
          row.fees(),
          row.tax(),
          row.percent());
    }
  }

  public Answer report(Call<WantedMonth> call) {
    Realm realm = call.realm();
    Period period = reports.period(realm, call.input().month());
    return Answer.json(
        200,
        new ReportView(
            "fee_report",
            period.month().toString(),
            TimeZones.name(period.zone()),
            period.from(),
            period.until(),
            period.isComplete(),
            period.closed(),
            store.report(realm, period).stream().map(FeeView::of).toList(),
            realm.isLive()));
  }
}
