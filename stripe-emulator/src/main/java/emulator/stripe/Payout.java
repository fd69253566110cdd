package emulator.stripe;

import org.jspecify.annotations.Nullable;

/** A transfer of the available balance to the merchant's bank account, or from it if negative. */
final class Payout {
  final String id;
  final boolean live;
  final long created;
  final long amount;
  final String currency;

  /** `pending`, `in_transit`, `paid` or `failed`. */
  String status = "pending";

  @Nullable BalanceTransaction transaction;
  @Nullable BalanceTransaction failure;
  @Nullable String failureCode;

  /** The reference of the bank entry, which Stripe knows once the payout is paid. */
  @Nullable String traceId;

  Payout(String id, boolean live, long created, long amount, String currency) {
    this.id = id;
    this.live = live;
    this.created = created;
    this.amount = amount;
    this.currency = currency;
  }

  /** Returns whether the status can follow. A payout can also fail after it was paid. */
  boolean canBecome(String next) {
    return switch (next) {
      case "in_transit" -> status.equals("pending");
      case "paid" -> isOpen();
      case "failed" -> isOpen() || status.equals("paid");
      default -> false;
    };
  }

  boolean isOpen() {
    return status.equals("pending") || status.equals("in_transit");
  }
}
