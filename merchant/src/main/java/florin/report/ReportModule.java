package florin.report;

import florin.core.Hmac;
import florin.customer.Customers;
import florin.db.Db;
import florin.job.DatabaseClock;
import florin.payment.Payments;
import florin.payment.refund.Refunds;
import florin.projection.Followers;
import florin.projection.Projection;
import florin.projection.SqlProjection;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;

/** The parts of this package. Those that other packages use are public. */
public final class ReportModule implements AutoCloseable {
  static final Projection PROJECTION =
      new SqlProjection(
          "report",
          List.of(
              FigureStore.FOLLOW,
              FigureStore.COUNT_REFUNDS,
              FigureStore.FOLLOW_PARTS,
              PaymentEmailStore.FORGET,
              PaymentEmailStore.FOLLOW));

  public final Figures figures;
  public final PaymentSearch search;
  public final CustomerFigures customerFigures;
  public final RequestLog requests;
  private final ReportRetention retention;

  /**
   * Creates the parts.
   *
   * @param db for user requests
   * @param besideDb for all writes: see {@link Db#unhurried}
   * @param requestsKept the retention period of the request log
   * @param requestMarks the key that turns idempotency keys into marks
   */
  public ReportModule(
      Db db,
      Db besideDb,
      Followers followers,
      Payments payments,
      Refunds refunds,
      Customers customers,
      Duration requestsKept,
      Hmac requestMarks,
      PrometheusRegistry registry,
      DatabaseClock clock) {
    var metrics = new ReportMetrics(registry);
    this.figures = new Figures(new FigureStore(db), followers.start(PROJECTION));
    this.search = new PaymentSearch(payments, refunds, customers);
    this.customerFigures = new CustomerFigures(db);
    this.requests =
        new RequestLog(
            new RequestLogStore(db), new RequestLogStore(besideDb), requestMarks, metrics::logged);
    this.retention =
        new ReportRetention(
            new RealmStore(besideDb), new RequestLogStore(besideDb), requestsKept, clock, clock);
  }

  @Override
  public void close() {
    retention.close();
    requests.close();
  }
}
