package florin.connector.stripe;

import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.remote.RemoteExchanges;
import florin.connector.remote.RemoteLine;
import florin.core.Realm;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The common state of a Stripe connector: its realm, its connection and its exchanges. */
record StripeAccount(
    Realm realm, boolean live, RemoteLine<StripeError> line, RemoteExchanges exchanges) {
  private static final Logger LOG = LoggerFactory.getLogger(StripeAccount.class);

  /**
   * Returns the decline, and stores it, because Stripe keeps nothing of a request that it rejects.
   */
  Outcome.Declined refused(OperationRef reference, int step, StripeError error) {
    Outcome.Declined declined = StripeErrors.decline(error);
    if (error.equals(StripeError.KEPT)) {
      LOG.warn(
          "{}: the request ended with a server error at Stripe, and Stripe has not carried it out",
          reference);
    }
    // A rejection because the key belongs to another request says nothing about that request.
    return declined.equals(RemoteExchanges.TAKEN)
        ? declined
        : exchanges.declined(reference, step, declined);
  }
}
