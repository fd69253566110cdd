/**
 * The data of the dashboard's metrics, its search and its request log. All of it is written outside
 * the payment path: nothing is added to a payment's commits, and reads stay fast for any number of
 * payments.
 *
 * <p>A {@link florin.projection.Projection} derives the metrics from events: {@link
 * florin.report.FigureStore} adds up hours and days, {@link florin.report.PaymentEmailStore} stores
 * the receipt addresses.
 *
 * <p>{@link florin.report.RequestLog} receives completed requests and writes them in batches; if
 * there are too many, it drops and counts some, successes first.
 *
 * <p>The statement that applies a batch reads the views `event_log` and `payment_for_report`.
 */
@org.jspecify.annotations.NullMarked
package florin.report;
