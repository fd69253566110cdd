package emulator.mollie;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A payer's claim at their bank to get the money back. */
final class Chargeback {
  final String id;
  final Payment payment;
  final Instant created;
  final Amount amount;
  @Nullable Instant reversedAt;

  Chargeback(String id, Payment payment, Instant created, Amount amount) {
    this.id = id;
    this.payment = payment;
    this.created = created;
    this.amount = amount;
  }
}
