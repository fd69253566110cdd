package florin.checkout;

import florin.checkout.CheckoutSession.Status;
import florin.core.Id.CheckoutSessionId;
import florin.core.IdSource;
import florin.db.Write;
import florin.event.Event.Cause;
import florin.event.EventLog;
import florin.payment.execution.OnOutcome;
import florin.payment.machine.Payment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes a session complete in the commit by which its payment is approved, whoever finds that out:
 * the request itself, the payer who comes back, recovery hours later. So there is no moment at
 * which one is durable and the other is not; see docs/decisions/026. In the same way, a payment
 * that fails or is canceled gives the place of its link back.
 *
 * <p>Which session a payment is of, its return address tells: that of the session's page, whose
 * token nobody but us can make. So a payment that is of none costs nothing. A merchant could give
 * one of their own the same address: the session's row does not name it, and nothing follows.
 */
public final class CheckoutCompletion implements OnOutcome {
  private final CheckoutSessionStore store;
  private final CheckoutLinks links;
  private final SessionEvents events;

  public CheckoutCompletion(CheckoutSessionStore store, CheckoutLinks links, IdSource ids) {
    this.store = store;
    this.links = links;
    this.events = new SessionEvents(links, ids);
  }

  @Override
  public List<Write> writes(Payment payment, Optional<Cause> cause, Instant now) {
    return payment
        .order()
        .returnUrl()
        .flatMap(links::findSession)
        .filter(target -> target.realm().equals(payment.realm()))
        .flatMap(target -> store.find(target.realm(), new CheckoutSessionId(target.object())))
        .filter(session -> session.payment().equals(Optional.of(payment.id())))
        .map(session -> Tries.isOver(payment) ? giveBack(session) : complete(session, cause, now))
        .orElseGet(List::of);
  }

  /** The next payer may have the place. A session that was complete has used its own. */
  private static List<Write> giveBack(CheckoutSession session) {
    return session.link().filter(_ -> session.status() == Status.OPEN).stream()
        .map(link -> PaymentLinkStore.giveBack(session.realm(), link))
        .toList();
  }

  private List<Write> complete(CheckoutSession session, Optional<Cause> cause, Instant now) {
    if (session.status() == Status.COMPLETE) {
      return List.of();
    }
    CheckoutSession after = session.ended(Status.COMPLETE);
    var writes = new ArrayList<Write>();
    writes.add(CheckoutSessionStore.end(after));
    writes.add(EventLog.append(events.of(after, cause, now)));
    // What has expired has given its place back.
    session
        .link()
        .filter(_ -> session.status() == Status.OPEN)
        .ifPresent(link -> writes.add(PaymentLinkStore.release(session.realm(), link, true)));
    return writes;
  }
}
