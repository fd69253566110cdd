package florin.connector;

import florin.core.Money;
import florin.core.Realm;

/**
 * A capture, cancel or refund.
 *
 * @param reference of this operation itself
 * @param authorization the reference under which the amount was authorised
 * @param amount to capture or to refund; a cancel undoes the whole whatever it says
 */
public record FollowUp(
    OperationRef reference, OperationRef authorization, Realm realm, Money amount) {
  public FollowUp {
    if (reference.equals(authorization)) {
      throw new IllegalArgumentException("a follow-up has a reference of its own: " + reference);
    }
  }
}
