/**
 * Tells merchants of events: at least once, whatever crashes.
 *
 * <p>The way of a delivery. {@link florin.webhook.Fanout} adds it to the commit of its event, in
 * SQL, one row for each enabled endpoint that wants the type: what is committed is delivered, what
 * is not never is. The row is born leased to the node that made it, which hears of it after the
 * commit and starts it from memory ({@link florin.webhook.Lanes}), without asking the database for
 * work. A row whose lease has run out, because the node died or had too much to do, or whose retry
 * is due, is claimed by whichever node looks first. {@link florin.webhook.Deliverer} does both: it
 * reads event and endpoint anew for each attempt, signs, has {@link florin.webhook.Sender} post the
 * stored bytes to an address that {@link florin.webhook.AddressGuard} has looked at, and writes
 * what came of it through a group commit.
 *
 * <p>Nobody waits for anybody: each endpoint has a lane with a few places, and a circuit that opens
 * while it fails, so that a dead receiver costs one attempt now and then.
 *
 * <p>It reads the table `event` itself: a delivery is its event's stored bytes.
 */
@org.jspecify.annotations.NullMarked
package florin.webhook;
