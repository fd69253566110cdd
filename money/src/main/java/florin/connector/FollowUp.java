package florin.connector;

import florin.core.Money;
import florin.core.Realm;

/**
 * A request for a capture, cancel or refund.
 *
 * @param reference of this operation itself
 * @param authorization the reference of the authorization
 * @param amount the amount to capture or refund; a cancel always undoes the whole authorization
 */
public record FollowUp(
    OperationRef reference, OperationRef authorization, Realm realm, Money amount) {
  public FollowUp {
    if (reference.equals(authorization)) {
      throw new IllegalArgumentException("a follow-up has a reference of its own: " + reference);
    }
  }
}
