package florin.report;

import java.util.OptionalDouble;

/**
 * What figures come to. Amounts are in smallest units of one currency.
 *
 * @param succeeded payments
 * @param volume what was captured by them
 * @param capturedLater those of the succeeded whose capture was a call of its own
 * @param failed payments
 * @param canceled payments
 * @param refunds that succeeded, and came to `refunded`
 * @param returns refunds that the network took back later, and came to `returned`
 */
public record Totals(
    long succeeded,
    long volume,
    long capturedLater,
    long failed,
    long canceled,
    long refunds,
    long refunded,
    long returns,
    long returned) {
  public static final Totals NONE = new Totals(0, 0, 0, 0, 0, 0, 0, 0, 0);

  private static final String MANUAL = "manual";

  /**
   * The share of the succeeded among those that succeeded or failed, 0 to 1. Canceled payments
   * count in neither: nobody said no to them. Empty where there were none.
   */
  public OptionalDouble successRate() {
    long decided = succeeded + failed;
    return decided == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) succeeded / (double) decided);
  }

  /** What is left of the volume after refunds; negative where more was refunded than captured. */
  public long net() {
    return volume - refunded + returned;
  }

  Totals plus(Figure figure) {
    long count = figure.count();
    long amount = figure.amount();
    return switch (figure.measure()) {
      case SUCCEEDED ->
          plus(
              new Totals(
                  count, amount, figure.code().equals(MANUAL) ? count : 0, 0, 0, 0, 0, 0, 0));
      case FAILED -> plus(new Totals(0, 0, 0, count, 0, 0, 0, 0, 0));
      case CANCELED -> plus(new Totals(0, 0, 0, 0, count, 0, 0, 0, 0));
      case REFUNDED -> plus(new Totals(0, 0, 0, 0, 0, count, amount, 0, 0));
      case REFUND_RETURNED -> plus(new Totals(0, 0, 0, 0, 0, 0, 0, count, amount));
    };
  }

  public Totals plus(Totals other) {
    return new Totals(
        succeeded + other.succeeded,
        Math.addExact(volume, other.volume),
        capturedLater + other.capturedLater,
        failed + other.failed,
        canceled + other.canceled,
        refunds + other.refunds,
        Math.addExact(refunded, other.refunded),
        returns + other.returns,
        Math.addExact(returned, other.returned));
  }
}
