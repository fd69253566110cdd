package emulator.stripe;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One attempt to pay an intent. */
final class Charge {
  final String id;
  final PaymentMethod method;
  final Intent intent;
  final long created;
  final Card card;

  /** The card whose effect the charge has. */
  final Card outcome;

  final String networkTransaction;
  String status = "succeeded";
  long captured;
  final List<Refund> refunds = new ArrayList<>();
  @Nullable Dispute dispute;
  @Nullable BalanceTransaction transaction;

  /**
   * @param networkTransaction the card network's id of the authorization
   */
  Charge(String id, PaymentMethod method, Intent intent, long created, String networkTransaction) {
    this.id = id;
    this.method = method;
    this.intent = intent;
    this.created = created;
    this.card = method.card;
    this.outcome = method.outcome;
    this.networkTransaction = networkTransaction;
  }

  /** Returns whether the payer took part in the charge. */
  boolean isOnPage() {
    return intent.session != null;
  }

  /**
   * Returns the amount that Stripe reports as refunded. It includes a released amount that was
   * never captured.
   */
  long shownAsRefunded() {
    return refunds.stream().filter(Refund::stands).mapToLong(refund -> refund.amount).sum();
  }

  /** Returns the amount that can still be refunded. */
  long refundable() {
    long given =
        refunds.stream()
            .filter(refund -> refund.stands() && !refund.release)
            .mapToLong(refund -> refund.amount)
            .sum();
    return captured - given;
  }
}
