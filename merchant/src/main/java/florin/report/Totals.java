package florin.report;

import florin.report.FigureStore.Figure;
import florin.report.FigureStore.Figure.Measure;
import java.util.OptionalDouble;

/**
 * Totals of payments and refunds with their derived values, in minor units of one currency.
 *
 * @param succeeded the number of payments that succeeded
 * @param volume the amount that these payments captured
 * @param failed the number of payments that failed
 * @param canceled the number of payments that were canceled
 * @param refunds number of refunds that succeeded and were not reversed, with the amount `refunded`
 * @param returns number of refunds that succeeded and were then reversed by the network, with the
 *     amount `returned`; `refunds` excludes them
 */
public record Totals(
    long succeeded,
    long volume,
    long failed,
    long canceled,
    long refunds,
    long refunded,
    long returns,
    long returned) {
  public static final Totals NONE = new Totals(0, 0, 0, 0, 0, 0, 0, 0);

  /** Returns the number of ended payments. */
  public long payments() {
    return decided() + canceled;
  }

  /**
   * Returns the number of payments that were approved or rejected, which canceled ones were not.
   */
  public long decided() {
    return succeeded + failed;
  }

  /** Returns the share of succeeded among decided payments, 0 to 1. Empty if there are none. */
  public OptionalDouble successRate() {
    return decided() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) succeeded / (double) decided());
  }

  /** Returns the average of succeeded payments, in whole minor units; 0 if there are none. */
  public long average() {
    return succeeded == 0 ? 0 : Math.round((double) volume / (double) succeeded);
  }

  /** Returns the volume after refunds; negative if more was refunded than captured. */
  public long net() {
    return volume - refunded;
  }

  Totals plus(Figure figure) {
    return plus(figure.measure(), figure.count(), figure.amount());
  }

  Totals plus(Measure measure, long count, long amount) {
    return plus(
        switch (measure) {
          case SUCCEEDED -> new Totals(count, amount, 0, 0, 0, 0, 0, 0);
          case FAILED -> new Totals(0, 0, count, 0, 0, 0, 0, 0);
          case CANCELED -> new Totals(0, 0, 0, count, 0, 0, 0, 0);
          case REFUNDED -> new Totals(0, 0, 0, 0, count, amount, 0, 0);
          case REFUND_RETURNED -> new Totals(0, 0, 0, 0, -count, -amount, count, amount);
        });
  }

  public Totals plus(Totals other) {
    return new Totals(
        succeeded + other.succeeded,
        Math.addExact(volume, other.volume),
        failed + other.failed,
        canceled + other.canceled,
        refunds + other.refunds,
        Math.addExact(refunded, other.refunded),
        returns + other.returns,
        Math.addExact(returned, other.returned));
  }
}
