package emulator.stripe;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/**
 * The prices of an account. All percentages are of the amount, and the fixed parts are in the
 * smallest unit of the currency.
 *
 * @param europe the price of cards that were issued in Europe
 * @param other the price of all other cards
 * @param debit the price of a SEPA debit
 * @param conversion the percentage for a conversion
 * @param dispute the fixed fee of a dispute, which a won dispute doesn't return
 * @param tax the percentage of the fee that is added as tax
 * @param availableAfter the time until the amount of a charge is available
 */
public record FeeSchedule(
    Price europe,
    Price other,
    Price debit,
    BigDecimal conversion,
    long dispute,
    BigDecimal tax,
    Duration availableAfter) {
  /** The prices in the order of their documentation, without tax. */
  public static final FeeSchedule USUAL =
      new FeeSchedule(
          new Price(new BigDecimal("1.4"), 25),
          new Price(new BigDecimal("2.9"), 25),
          new Price(BigDecimal.ZERO, 35),
          BigDecimal.TWO,
          2000,
          BigDecimal.ZERO,
          Duration.ofDays(2));

  /** A percentage and a fixed part. */
  public record Price(BigDecimal percent, long fixed) {
    long of(long amount) {
      return share(amount, percent) + fixed;
    }
  }

  public FeeSchedule withTax(BigDecimal percent) {
    return new FeeSchedule(europe, other, debit, conversion, dispute, percent, availableAfter);
  }

  public FeeSchedule withAvailableAfter(Duration time) {
    return new FeeSchedule(europe, other, debit, conversion, dispute, tax, time);
  }

  Price of(Card card) {
    if (!card.isCard()) {
      return debit;
    }
    return card.isEuropean() ? europe : other;
  }

  static long share(long amount, BigDecimal percent) {
    return BigDecimal.valueOf(amount)
        .multiply(percent)
        .movePointLeft(2)
        .setScale(0, RoundingMode.HALF_UP)
        .longValueExact();
  }
}
