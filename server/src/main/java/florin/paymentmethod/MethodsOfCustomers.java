package florin.paymentmethod;

import florin.core.Id.CustomerId;
import florin.core.IdSource;
import florin.core.Realm;
import florin.customer.Belongings;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.event.Event.Cause;
import florin.event.EventType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Detaches what a customer has who is deleted, and erases the numbers at once: no payment of the
 * customer is open then, so nobody needs them.
 *
 * <p>Up to {@value #MOST_AT_ONCE} methods go in the deletion's own changeset. Of more, the oldest
 * go before it, as many at a time, each batch with its events: whoever dies half-way leaves a
 * customer with fewer methods, and the repeated deletion goes on from there.
 */
public final class MethodsOfCustomers implements Belongings {
  /** Three writes each (the method, its event, the event's deliveries): well within a changeset. */
  static final int MOST_AT_ONCE = 15;

  private final PaymentMethodStore store;
  private final GroupCommit commits;
  private final PaymentMethodEvents events;

  public MethodsOfCustomers(PaymentMethodStore store, GroupCommit commits, IdSource ids) {
    this.store = store;
    this.commits = commits;
    this.events = new PaymentMethodEvents(ids);
  }

  @Override
  public Removal takeAlong(Realm realm, CustomerId customer, Cause cause, Instant now) {
    List<PaymentMethod> methods = store.listOldest(realm, customer, MOST_AT_ONCE + 1);
    while (methods.size() > MOST_AT_ONCE) {
      // Refused where one was changed meanwhile; either way they are looked at anew.
      CommitResult result =
          commits.commit(new Changeset(writes(methods.subList(0, MOST_AT_ONCE), cause, now)));
      if (result instanceof CommitResult.Rejected rejected) {
        throw new IllegalStateException("the database refused to detach methods: " + rejected);
      }
      methods = store.listOldest(realm, customer, MOST_AT_ONCE + 1);
    }
    return new Removal(methods.size(), writes(methods, cause, now));
  }

  private List<Write> writes(List<PaymentMethod> methods, Cause cause, Instant now) {
    var writes = new ArrayList<Write>();
    for (PaymentMethod method : methods) {
      PaymentMethod after = method.detachedAndErased(now);
      writes.add(PaymentMethodStore.update(after));
      writes.add(events.write(after, EventType.PAYMENT_METHOD_DETACHED, Optional.of(cause), now));
    }
    return writes;
  }
}
