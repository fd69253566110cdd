package emulator.mollie;

import emulator.provider.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A customer's consent to recurring payments, in its present state. */
final class Mandate {
  final String id;
  final Customer customer;
  final Instant created;
  final Method method;

  /** `pending`, `valid` or `invalid`. */
  String status = "pending";

  /** The payer's account or card. It is empty until it is known. */
  ObjectNode details = Json.object();

  @Nullable String reference;
  @Nullable String signatureDate;
  boolean revoked;

  /** The reason for which charges of this mandate fail. */
  @Nullable FailureReason declines;

  Mandate(String id, Customer customer, Instant created, Method method) {
    this.id = id;
    this.customer = customer;
    this.created = created;
    this.method = method;
  }

  boolean isUsable() {
    return !revoked && status.equals("valid");
  }
}
