package emulator.mollie;

import java.time.Instant;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** A refund in its present state. */
final class Refund {
  final String id;
  final Payment payment;
  final Instant created;
  final Amount amount;

  /** The description and the metadata of the request. */
  final ObjectNode given;

  /** `queued`, `pending`, `processing`, `refunded`, `failed` or `canceled`. */
  String status;

  Refund(
      String id, Payment payment, Instant created, Amount amount, ObjectNode given, String status) {
    this.id = id;
    this.payment = payment;
    this.created = created;
    this.amount = amount;
    this.given = given;
    this.status = status;
  }

  boolean stands() {
    return !Set.of("failed", "canceled").contains(status);
  }

  boolean isCancelable() {
    return Set.of("queued", "pending").contains(status);
  }
}
