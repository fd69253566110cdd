/**
 * What the dashboard's figures, its search and its log of requests are read from. All of it is
 * filled beside the way of payments: nothing is added to a payment's own commits, and what is read
 * stays as quick however many payments there are.
 *
 * <p>{@link florin.report.Follower} follows the committed events, in the order of their positions:
 * a bounded batch is applied, and the projection's row moved behind it, in one transaction under
 * that row's lock. So each event counts exactly once, whoever crashes, and of several nodes one
 * works and the others pass by. {@link florin.report.FigureStore} adds up hours and days, {@link
 * florin.report.PaymentEmailStore} keeps where receipts go.
 *
 * <p>{@link florin.report.RequestLog} is told of answers that are out and writes them in batches;
 * when there are too many, some are dropped and counted, successes first.
 *
 * <p>It reads the tables `event` and `payment` itself, in the one statement that applies a batch.
 */
@org.jspecify.annotations.NullMarked
package florin.report;
