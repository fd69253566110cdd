package emulator.stripe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A payer's claim at their bank to get the money back. */
final class Dispute {
  final String id;
  final Charge charge;
  final long created;
  final String reason;
  final long amount;
  String status = "needs_response";

  /** The evidence by its fields; files by their ids. */
  final Map<String, String> evidence = new TreeMap<>();

  final Map<String, String> metadata = new TreeMap<>();

  /** How often evidence was sent to the bank. */
  int submissions;

  /** The withdrawal, and after a won dispute the reversal. */
  final List<BalanceTransaction> transactions = new ArrayList<>();

  Dispute(String id, Charge charge, long created, String reason, long amount) {
    this.id = id;
    this.charge = charge;
    this.created = created;
    this.reason = reason;
    this.amount = amount;
  }

  /** Returns whether the bank waits for evidence. */
  boolean mustRespond() {
    return status.endsWith("needs_response");
  }

  /** Returns whether the charge can be refunded: during an inquiry, or after the merchant won. */
  boolean isChargeRefundable() {
    return status.startsWith("warning_") || status.equals("won");
  }
}
