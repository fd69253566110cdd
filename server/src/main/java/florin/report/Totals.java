package florin.report;

import java.util.OptionalDouble;

/**
 * What figures come to, and all that is made of them. Amounts are in smallest units of one
 * currency.
 *
 * @param succeeded payments
 * @param volume what was captured by them
 * @param failed payments
 * @param canceled payments
 * @param refunds that succeeded and stand, and come to `refunded`
 * @param returns refunds that had succeeded and were taken back by the network, and come to
 *     `returned`; they are not among those that stand
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

  /** Payments that came to an end, whichever. */
  public long payments() {
    return decided() + canceled;
  }

  /** Payments that somebody said yes or no to; to canceled ones nobody did. */
  public long decided() {
    return succeeded + failed;
  }

  /** The share of the succeeded among the decided, 0 to 1. Empty where there were none. */
  public OptionalDouble successRate() {
    return decided() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) succeeded / (double) decided());
  }

  /** What a payment that succeeded came to, in whole smallest units; 0 where none did. */
  public long average() {
    return succeeded == 0 ? 0 : Math.round((double) volume / (double) succeeded);
  }

  /** What is left of the volume after refunds; negative where more was refunded than captured. */
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
