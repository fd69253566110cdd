package florin.dashboard;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The vertical axis of a chart: from zero to a round value that nothing is above, in 3 to 5 steps
 * of 1, 2, 2.5 or 5 times a power of ten.
 *
 * @param step between two lines, in smallest units
 * @param steps how many there are
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
   * @param most that is to be shown
   * @param unit how many of what is counted make what is written: 100 where cents are added up
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

  /** How far a value stands below the top, in percent of the height. */
  double down(long value) {
    return Chart.round(100 - 100.0 * value / top());
  }

  /** The values of the lines, from zero up. */
  List<Long> values() {
    return LongStream.rangeClosed(0, steps).mapToObj(i -> i * step).toList();
  }
}
