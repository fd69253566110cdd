package florin.paymentmethod;

import florin.core.Id.CustomerId;
import florin.core.IdSource;
import florin.core.Realm;
import florin.customer.Customers.Belongings;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.event.Event.Cause;
import florin.event.EventLog;
import florin.event.EventType;
import florin.mandate.Mandate.RevocationReason;
import florin.mandate.Mandates;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Detaches the methods of a deleted customer, revokes their mandates, and erases their numbers
 * immediately, because no payment of the customer is open then.
 *
 * <p>Up to {@value #MOST_AT_ONCE} methods go in the deletion's own changeset. If there are more,
 * the oldest go before it in batches of that size, each with its events. A crash in between leaves
 * a customer with fewer methods, and a repeated deletion continues.
 */
public final class MethodsOfCustomers implements Belongings {
  /**
   * The most methods in a changeset, with six writes each (the method and its mandate, their
   * events, the events' deliveries).
   */
  static final int MOST_AT_ONCE = 8;

  private final PaymentMethodStore store;
  private final GroupCommit commits;
  private final PaymentMethodEvents events;
  private final Mandates mandates;

  public MethodsOfCustomers(
      PaymentMethodStore store, Mandates mandates, GroupCommit commits, IdSource ids) {
    this.store = store;
    this.mandates = mandates;
    this.commits = commits;
    this.events = new PaymentMethodEvents(ids);
  }

  @Override
  public Removal takeAlong(Realm realm, CustomerId customer, Cause cause, Instant now) {
    List<PaymentMethod> methods = store.listOldest(realm, customer, MOST_AT_ONCE + 1);
    while (methods.size() > MOST_AT_ONCE) {
      // The commit fails if one was changed since; either way the methods are read again.
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
      writes.add(
          EventLog.append(
              events.of(after, EventType.PAYMENT_METHOD_DETACHED, Optional.of(cause), now)));
      writes.addAll(
          mandates.revoke(
              after.realm(),
              after.state().mandate(),
              RevocationReason.CUSTOMER_DELETED,
              Optional.of(cause),
              now));
    }
    return writes;
  }
}
