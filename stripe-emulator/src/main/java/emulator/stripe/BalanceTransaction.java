package emulator.stripe;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A change of the account's balance. */
final class BalanceTransaction {
  final String id;
  final boolean live;
  final long created;
  final Cause cause;
  final long amount;
  final String currency;
  final List<Fee> fees;

  /** The rate from the currency of the source, or null without a conversion. */
  final @Nullable BigDecimal exchangeRate;

  /** The time from which the net amount can be paid out, in seconds. */
  final long availableOn;

  private final LongSupplier now;

  /** The automatic payout that includes the transaction, or null until then. */
  @Nullable Payout payout;

  /** What a transaction is about. The source is null for fees, reserves and corrections. */
  record Cause(String type, String category, String description, @Nullable Source source) {}

  /** The object that caused a transaction. */
  record Source(String id, Function<Shapes, ObjectNode> shape) {}

  /**
   * A part of the fee.
   *
   * @param type `stripe_fee` or `tax`
   */
  record Fee(String type, long amount, String description) {}

  /** An amount after its conversion. */
  record Converted(long amount, String currency, @Nullable BigDecimal rate) {}

  /**
   * Creates a transaction now.
   *
   * @param wait the seconds until the net amount is available
   */
  BalanceTransaction(
      String id,
      boolean live,
      LongSupplier now,
      Cause cause,
      Converted converted,
      List<Fee> fees,
      long wait) {
    this.id = id;
    this.live = live;
    this.now = now;
    this.created = now.getAsLong();
    this.cause = cause;
    this.amount = converted.amount();
    this.currency = converted.currency();
    this.exchangeRate = converted.rate();
    this.fees = List.copyOf(fees);
    this.availableOn = created + wait;
  }

  long fee() {
    return fees.stream().mapToLong(Fee::amount).sum();
  }

  boolean isAvailable() {
    return availableOn <= now.getAsLong();
  }

  long net() {
    return amount - fee();
  }
}
