package emulator.mollie;

import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/** A capture in its present state. */
final class Capture {
  final String id;
  final Payment payment;
  final Instant created;
  final Amount amount;

  /** The description and the metadata of the request. */
  final ObjectNode given;

  /** `pending`, `succeeded` or `failed`. */
  String status = "pending";

  Capture(String id, Payment payment, Instant created, Amount amount, ObjectNode given) {
    this.id = id;
    this.payment = payment;
    this.created = created;
    this.amount = amount;
    this.given = given;
  }

  boolean stands() {
    return !status.equals("failed");
  }
}
