package florin.customer;

import florin.core.Id.CustomerId;
import florin.core.Realm;
import florin.db.Write;
import florin.event.Event.Cause;
import java.time.Instant;
import java.util.List;

/** What belongs to a customer and goes when the customer is deleted: the payment methods. */
public interface Belongings {
  /**
   * What a deletion takes along.
   *
   * @param methods how many payment methods the customer has; the deletion holds only if there are
   *     as many when it is committed
   * @param writes for the deletion's changeset, so that it happens with it or not at all
   */
  record Removal(int methods, List<Write> writes) {
    public Removal {
      writes = List.copyOf(writes);
    }
  }

  /**
   * Where there is more than fits into one changeset, the rest has been given up, by commits of
   * their own, when this returns.
   */
  Removal takeAlong(Realm realm, CustomerId customer, Cause cause, Instant now);
}
