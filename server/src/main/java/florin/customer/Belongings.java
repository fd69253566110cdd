package florin.customer;

import florin.core.Id.CustomerId;
import florin.core.Realm;
import florin.db.Write;
import florin.event.Event.Cause;
import java.time.Instant;
import java.util.List;

/** The objects that are deleted with a customer: the payment methods. */
public interface Belongings {
  /**
   * The deletion of a customer's objects.
   *
   * @param methods the number of the customer's payment methods; the deletion fails if it has
   *     changed at the commit
   * @param writes for the deletion's changeset, so that both happen or neither
   */
  record Removal(int methods, List<Write> writes) {
    public Removal {
      writes = List.copyOf(writes);
    }
  }

  /**
   * Returns the removal. If it exceeds one changeset, earlier commits have already detached the
   * rest.
   */
  Removal takeAlong(Realm realm, CustomerId customer, Cause cause, Instant now);
}
