package emulator.stripe;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A refund in its present state. */
final class Refund {
  final String id;
  final Charge charge;
  final long created;
  final long amount;

  /**
   * Whether the refund releases an amount that was authorized and not captured. Stripe creates such
   * refunds automatically.
   */
  final boolean release;

  final Map<String, String> metadata;
  @Nullable String reason;
  String status = "succeeded";
  @Nullable String failureReason;
  @Nullable BalanceTransaction transaction;
  @Nullable BalanceTransaction failureTransaction;

  Refund(
      String id,
      Charge charge,
      long created,
      long amount,
      boolean release,
      Map<String, String> metadata) {
    this.id = id;
    this.charge = charge;
    this.created = created;
    this.amount = amount;
    this.release = release;
    this.metadata = Map.copyOf(metadata);
  }

  boolean stands() {
    return !Set.of("failed", "canceled").contains(status);
  }
}
