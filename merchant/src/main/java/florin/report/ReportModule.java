package florin.report;

import florin.core.Hmac;
import florin.customer.Customers;
import florin.db.Db;
import florin.job.DatabaseClock;
import florin.job.Loop;
import florin.payment.Payments;
import florin.payment.refund.Refunds;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;

/** The parts of this package. Those that other packages use are public. */
public final class ReportModule implements AutoCloseable {
  static final Projection PROJECTION =
      new Projection(
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
  private final Follower follower;
  private final ReportRetention retention;
  private final Loop lag;

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
      Payments payments,
      Refunds refunds,
      Customers customers,
      Duration requestsKept,
      Hmac requestMarks,
      PrometheusRegistry registry,
      DatabaseClock clock) {
    var metrics = new ReportMetrics(registry);
    String name = PROJECTION.name();
    this.follower =
        new Follower(
            new FollowerStore(besideDb),
            PROJECTION,
            events -> metrics.followed(name, events),
            clock);
    this.figures = new Figures(new FigureStore(db), follower);
    this.search = new PaymentSearch(payments, refunds, customers);
    this.customerFigures = new CustomerFigures(db);
    this.requests =
        new RequestLog(
            new RequestLogStore(db), new RequestLogStore(besideDb), requestMarks, metrics::logged);
    this.retention =
        new ReportRetention(
            new RealmStore(besideDb), new RequestLogStore(besideDb), requestsKept, clock, clock);
    this.lag = metrics.watch(name, follower, clock);
  }

  @Override
  public void close() {
    lag.close();
    retention.close();
    follower.close();
    requests.close();
  }
}
