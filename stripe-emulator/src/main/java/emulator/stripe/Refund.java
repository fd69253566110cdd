package emulator.stripe;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A refund, as it stands. */
final class Refund {
  final String id;
  final Charge charge;
  final long created;
  final long amount;

  /** It gives back what was held and not taken: Stripe makes one by itself. */
  final boolean release;

  final Map<String, String> metadata;
  @Nullable String reason;
  String status = "succeeded";
  @Nullable String failureReason;

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
