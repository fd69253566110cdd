package florin.books;

import florin.books.MonthReportApi.WantedReport;
import florin.books.PayoutReportStore.PayoutSums;
import florin.core.Currency;
import florin.core.Id.PayoutId;
import florin.core.Page;
import florin.core.Realm;
import florin.http.Answer;
import florin.http.Call;
import java.time.YearMonth;
import java.util.List;

/** The endpoint `/v2/payout_report`. */
public final class PayoutReportApi {
  private final PayoutReportStore store;

  public PayoutReportApi(PayoutReportStore store) {
    this.store = store;
  }

  /**
   * The report of a month as the API shows it, field by field.
   *
   * @param hasMore whether the month has more payouts, which only the files have
   */
  record ReportView(
      String object,
      String month,
      List<PayoutSumsView> payouts,
      boolean hasMore,
      boolean livemode) {}

  record PayoutSumsView(
      PayoutId payout,
      String connector,
      String reference,
      String arrivesOn,
      Payout.Status status,
      Currency currency,
      long payments,
      long refunds,
      long disputes,
      long fees,
      long other,
      long unreported,
      long amount,
      long amountArrived) {
    private static PayoutSumsView of(PayoutSums sums) {
      Payout payout = sums.payout();
      return new PayoutSumsView(
          payout.id(),
          payout.connector(),
          payout.reference(),
          payout.arrivesOn().toString(),
          payout.status(),
          payout.currency(),
          sums.payments(),
          sums.refunds(),
          sums.disputes(),
          sums.fees(),
          sums.other(),
          sums.unreported(),
          payout.amount(),
          payout.arrivedAmount());
    }
  }

  public Answer report(Call<WantedReport> call) {
    Realm realm = call.realm();
    YearMonth month = call.input().month();
    return call.input()
        .answer(
            () -> ReportTables.payouts(month, store.listAll(realm, month)),
            () -> view(realm, month, store.list(realm, month)));
  }

  private static ReportView view(Realm realm, YearMonth month, Page<PayoutSums> payouts) {
    return new ReportView(
        "payout_report",
        month.toString(),
        payouts.data().stream().map(PayoutSumsView::of).toList(),
        payouts.hasMore(),
        realm.isLive());
  }
}
