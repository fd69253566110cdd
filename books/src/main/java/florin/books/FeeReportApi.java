package florin.books;

import florin.books.FeeReportStore.FeeRow;
import florin.books.FeeReportStore.TaxRow;
import florin.books.MonthReport.Period;
import florin.books.MonthReportApi.WantedReport;
import florin.core.Currency;
import florin.core.Realm;
import florin.core.TimeZones;
import florin.http.Answer;
import florin.http.Call;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The endpoints `/v2/fee_report` and `/v2/fee_tax_report`. */
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

  public Answer report(Call<WantedReport> call) {
    Realm realm = call.realm();
    Period period = reports.period(realm, call.input().month());
    List<FeeRow> rows = store.report(realm, period);
    return call.input()
        .answer(
            () -> ReportTables.fees(period.month(), rows),
            () ->
                new ReportView(
                    "fee_report",
                    period.month().toString(),
                    TimeZones.name(period.zone()),
                    period.from(),
                    period.until(),
                    period.isComplete(),
                    period.closed(),
                    rows.stream().map(FeeView::of).toList(),
                    realm.isLive()));
  }

  /** The taxes of a month as the API shows them, field by field. */
  record TaxReportView(
      String object,
      String month,
      String timeZone,
      Instant from,
      Instant until,
      boolean complete,
      Optional<Instant> closedAt,
      List<TaxView> taxes,
      boolean livemode) {}

  /**
   * The fees with a tax, or without.
   *
   * @param percent the tax as a share of the net fees, for example `19.00`
   */
  record TaxView(
      Currency currency,
      String connector,
      boolean adjustment,
      long net,
      long tax,
      long gross,
      Optional<String> percent) {
    private static TaxView of(TaxRow row) {
      return new TaxView(
          row.currency(),
          row.connector(),
          row.isAdjustment(),
          row.net(),
          row.tax(),
          row.gross(),
          row.percent());
    }
  }

  public Answer taxes(Call<WantedReport> call) {
    Realm realm = call.realm();
    Period period = reports.period(realm, call.input().month());
    List<TaxRow> rows = store.taxes(realm, period);
    return call.input()
        .answer(
            () -> ReportTables.taxes(period.month(), rows),
            () ->
                new TaxReportView(
                    "fee_tax_report",
                    period.month().toString(),
                    TimeZones.name(period.zone()),
                    period.from(),
                    period.until(),
                    period.isComplete(),
                    period.closed(),
                    rows.stream().map(TaxView::of).toList(),
                    realm.isLive()));
  }
}
