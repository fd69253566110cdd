package emulator.stripe;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One try to pay an intent. */
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

  /** What is shown as given back: what was never taken counts too. */
  long shownAsRefunded() {
    return refunds.stream().filter(Refund::stands).mapToLong(refund -> refund.amount).sum();
  }

  /** What may still be given back. */
  long refundable() {
    long given =
        refunds.stream()
            .filter(refund -> refund.stands() && !refund.release)
            .mapToLong(refund -> refund.amount)
            .sum();
    return captured - given;
  }
}
