package florin.checkout;

import florin.checkout.CheckoutSession.Status;
import florin.core.Id.CheckoutSessionId;
import florin.core.Id.PaymentId;
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
 * Completes a session in the commit that approves its payment, whichever process learns the
 * outcome: the request, the returning payer, or recovery hours later. So the two are never durable
 * separately; see docs/decisions/026. In the same way, a failed or canceled payment returns the
 * slot of its link.
 *
 * <p>A payment's return address identifies its session: it is the session's page, whose token only
 * Florin can create. So other payments cost nothing. If a merchant gives another payment the same
 * address, nothing happens, because the session's row does not name that payment. A charge that
 * repeats a declined one names the session's first charge instead.
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
    PaymentId first = payment.firstCharge();
    if (!first.equals(payment.id())) {
      return writes(
          store.find(payment.realm(), CheckoutSession.recoveryOf(first)), payment, cause, now);
    }
    if (payment.isRecoverable()) {
      return List.of(CheckoutSessionStore.insert(CheckoutSession.recovering(payment, now)));
    }
    return writes(
        payment
            .terms()
            .returnUrl()
            .flatMap(links::findSession)
            .filter(target -> target.realm().equals(payment.realm()))
            .flatMap(target -> store.find(target.realm(), new CheckoutSessionId(target.object()))),
        payment,
        cause,
        now);
  }

  private List<Write> writes(
      Optional<CheckoutSession> found, Payment payment, Optional<Cause> cause, Instant now) {
    return found
        .filter(session -> session.payment().equals(Optional.of(payment.id())))
        .map(session -> Tries.isOver(payment) ? giveBack(session) : complete(session, cause, now))
        .orElseGet(List::of);
  }

  /**
   * Returns the slot of an open session for the next payer. A completed session has used its own.
   */
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
    // An expired session has already returned its slot.
    session
        .link()
        .filter(_ -> session.status() == Status.OPEN)
        .ifPresent(link -> writes.add(PaymentLinkStore.release(session.realm(), link, true)));
    return writes;
  }
}
