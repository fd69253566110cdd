package emulator.stripe;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One attempt to pay an intent. */
final class Charge {
  final String id;
  final String paymentMethod;
  final Intent intent;
  final long created;
  final Card card;
  String status;
  long captured;
  final List<Refund> refunds = new ArrayList<>();
  @Nullable Dispute dispute;

  Charge(String id, String paymentMethod, Intent intent, long created, Card card, String status) {
    this.id = id;
    this.paymentMethod = paymentMethod;
    this.intent = intent;
    this.created = created;
    this.card = card;
    this.status = status;
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
