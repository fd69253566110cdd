package emulator.mollie;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A change of the available amount of the balance. All amounts are in EUR. */
final class BalanceTransaction {
  final String id;
  final boolean live;
  final Instant created;
  final Cause cause;

  /** The amount before the fee, in cents. */
  final long initial;

  final Fee fee;

  /** The settlement that pays the transaction out, or null until then. */
  @Nullable Settlement settlement;

  /**
   * What a transaction is about.
   *
   * @param source the payment, capture, refund or chargeback; null without one
   * @param method `ideal`, `refund` or another method of a settlement's periods; null without one
   * @param label the description of the line in a settlement's periods
   * @param context ids by Mollie's names
   */
  record Cause(
      String type,
      @Nullable Object source,
      @Nullable String method,
      String label,
      Map<String, String> context) {
    Cause {
      context = Map.copyOf(context);
    }
  }

  /** The exact fee in EUR, and its VAT. */
  record Fee(FeeSchedule.Price price, BigDecimal net, BigDecimal vat) {
    static final Fee NONE = new Fee(FeeSchedule.Price.FREE, BigDecimal.ZERO, BigDecimal.ZERO);

    static Fee of(FeeSchedule prices, FeeSchedule.Price price, long cents) {
      BigDecimal net = price.of(Math.abs(cents));
      return new Fee(price, net, prices.vatOf(net));
    }

    BigDecimal gross() {
      return net.add(vat);
    }
  }

  BalanceTransaction(String id, boolean live, Instant created, Cause cause, long initial, Fee fee) {
    this.id = id;
    this.live = live;
    this.created = created;
    this.cause = cause;
    this.initial = initial;
    this.fee = fee;
  }

  /** Returns the deductions in cents: the fee, which Mollie rounds for the movement. */
  long deductions() {
    return -fee.gross().movePointRight(2).setScale(0, RoundingMode.HALF_UP).longValueExact();
  }

  long result() {
    return initial + deductions();
  }
}
