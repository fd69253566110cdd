package florin.dashboard.parts;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The vertical axis of a chart. It starts at zero and ends at a round value above all others. It
 * has 3 to 5 steps of 1, 2, 2.5 or 5 times a power of ten.
 *
 * @param step the distance of two lines, in smallest units
 * @param steps the number of steps
 */
record Scale(long step, int steps) {
  private static final List<BigDecimal> ROUND =
      List.of(
          BigDecimal.ONE,
          new BigDecimal("2"),
          new BigDecimal("2.5"),
          new BigDecimal("5"),
          BigDecimal.TEN);

  private static final int MOST_STEPS = 4;
  private static final int FEWEST_STEPS = 2;

  /**
   * Returns the scale for a maximum.
   *
   * @param most the largest value
   * @param unit the smallest units in a displayed unit: 100 for amounts in cents
   */
  static Scale of(long most, long unit) {
    BigDecimal least =
        BigDecimal.valueOf(Math.max(most, 1))
            .divide(BigDecimal.valueOf(MOST_STEPS * unit), 9, RoundingMode.UP)
            .stripTrailingZeros();
    BigDecimal power = BigDecimal.ONE.scaleByPowerOfTen(least.precision() - least.scale() - 1);
    long step =
        ROUND.stream()
            .map(round -> round.multiply(power))
            .filter(round -> round.compareTo(least) >= 0)
            .map(round -> round.multiply(BigDecimal.valueOf(unit)))
            .filter(round -> round.stripTrailingZeros().scale() <= 0)
            .findFirst()
            .map(BigDecimal::longValueExact)
            .orElse(1L);
    return new Scale(step, (int) Math.max(FEWEST_STEPS, (Math.max(most, 1) + step - 1) / step));
  }

  long top() {
    return step * steps;
  }

  /** Returns the distance of a value from the top, in percent of the height. */
  double down(long value) {
    return Chart.round(100 - 100.0 * value / top());
  }

  /** Returns the values of the lines, from zero up. */
  List<Long> values() {
    return LongStream.rangeClosed(0, steps).mapToObj(i -> i * step).toList();
  }
}
