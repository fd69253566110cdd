package florin.connector.stripe;

import florin.connector.remote.RemoteRequest;
import java.time.Instant;
import java.util.Optional;

/** The requests for Stripe's balance transactions and payouts. They change nothing. */
final class StripeBalance {
  private static final String PAYOUTS = "/v1/payouts";

  private StripeBalance() {}

  /** Returns the request for balance transactions, the newest first, with their sources. */
  static RemoteRequest transactions(Instant from, Instant to, int limit, Optional<String> after) {
    return transactions(
        StripeForm.EMPTY
            .with("created[gte]", from.getEpochSecond())
            .with("created[lt]", to.getEpochSecond()),
        limit,
        after);
  }

  /** Returns the request for the balance transactions of an automatic payout. */
  static RemoteRequest transactionsOf(String payout, int limit, Optional<String> after) {
    return transactions(StripeForm.EMPTY.with("payout", payout), limit, after);
  }

  private static RemoteRequest transactions(StripeForm which, int limit, Optional<String> after) {
    return StripeForm.get(
        "/v1/balance_transactions",
        which
            .with("limit", limit)
            .with("starting_after", after)
            .with("expand[0]", "data.source")
            .with("expand[1]", "data.source.charge")
            .with("expand[2]", "data.source.payment_intent"));
  }

  static RemoteRequest payouts(Instant since, int limit, Optional<String> after) {
    return StripeForm.get(
        PAYOUTS,
        StripeForm.EMPTY
            .with("created[gte]", since.getEpochSecond())
            .with("limit", limit)
            .with("starting_after", after));
  }

  static RemoteRequest payout(String id) {
    return StripeForm.get(PAYOUTS + "/" + StripeRequests.name(id), StripeForm.EMPTY);
  }
}
