/**
 * Delivers events to merchants, at least once, whatever crashes.
 *
 * <p>The path of a delivery. {@link florin.webhook.Fanout} adds deliveries to the commit of their
 * event, in SQL: one row for each enabled endpoint that receives the type. So an event is delivered
 * if and only if it is committed. The node that created a row has its first lease, and starts it
 * from memory after the commit ({@link florin.webhook.Lanes}), without a query for work. Any node
 * claims a row whose retry is due, or whose lease has ended because its node died or was too busy.
 * {@link florin.webhook.Deliverer} does both. For each attempt it reads event and endpoint again
 * and signs the stored bytes. {@link florin.webhook.Sender} posts them to an address that {@link
 * florin.webhook.AddressGuard} has checked. A group commit writes the result.
 *
 * <p>Endpoints do not wait for each other. Each has a lane with a few slots, and a circuit that
 * opens while it fails, so a dead receiver costs only an occasional attempt.
 *
 * <p>The package reads the table `event` directly: a delivery is its event's stored bytes.
 */
@org.jspecify.annotations.NullMarked
package florin.webhook;
