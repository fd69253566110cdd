package standin.stripe;

/** A payer has asked his bank for the money. */
final class Dispute {
  final String id;
  final Charge charge;
  final long created;
  final String reason;
  String status = "needs_response";

  Dispute(String id, Charge charge, long created, String reason) {
    this.id = id;
    this.charge = charge;
    this.created = created;
    this.reason = reason;
  }
}
