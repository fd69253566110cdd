package emulator.stripe;

/** A payer has asked their bank for the money. */
final class Dispute {
  final String id;
  final Charge charge;
  final long created;
  final String reason;
  final long amount;
  String status = "needs_response";

  Dispute(String id, Charge charge, long created, String reason, long amount) {
    this.id = id;
    this.charge = charge;
    this.created = created;
    this.reason = reason;
    this.amount = amount;
  }

  /** So while it is an inquiry, or after it was decided for the merchant. */
  boolean isChargeRefundable() {
    return status.startsWith("warning_") || status.equals("won");
  }
}
