package florin.bench;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * A row of the result: a ratio with both of its sides, and whether it reaches its goal.
 *
 * @param measured the measured value with its unit
 * @param against the value that it is compared with
 * @param verdict empty if there is no goal
 */
record Goal(String what, String measured, String against, String comesTo, String verdict) {
  private static final List<String> COLUMNS = List.of("goal", "measured", "against", "ratio", "");

  /** Requires at least a multiple of another measurement's rate. */
  static Goal rate(String what, Measurement ours, Measurement other, double atLeast) {
    double ratio = ours.tally().perSecond() / other.tally().perSecond();
    return new Goal(
        what + String.format(Locale.ROOT, " ≥ %.1f ×", atLeast),
        perSecond(ours),
        perSecond(other),
        times(ratio),
        verdict(ratio >= atLeast));
  }

  /** Shows the ratio of two rates without a goal. */
  static Goal share(String what, Measurement ours, Measurement other) {
    double ratio = ours.tally().perSecond() / other.tally().perSecond();
    return new Goal(what, perSecond(ours), perSecond(other), times(ratio), "");
  }

  /** Requires at least a multiple of the other side's rate, by the median of the pairs. */
  static Goal rate(String what, Pairs pairs, double atLeast) {
    ToDoubleFunction<Measurement> rate = each -> each.tally().perSecond();
    double ratio = pairs.ratio(rate);
    return new Goal(
        what + String.format(Locale.ROOT, " ≥ %.1f ×", atLeast),
        figure("%,.0f/s", pairs.our(rate)),
        figure("%,.0f/s", pairs.other(rate)),
        times(ratio),
        verdict(ratio >= atLeast));
  }

  /** Requires at most a multiple of the other side's processor time, by the median of the pairs. */
  static Goal processorTime(String what, Pairs pairs, double atMost) {
    double ratio = pairs.ratio(Measurement::servedMicros);
    return new Goal(
        what + String.format(Locale.ROOT, " ≤ %.1f ×", atMost),
        figure("%,.0f µs", pairs.our(Measurement::servedMicros)),
        figure("%,.0f µs", pairs.other(Measurement::servedMicros)),
        times(ratio),
        verdict(ratio <= atMost));
  }

  /**
   * Requires that a value doesn't exceed a limit.
   *
   * @param format format of both values, with their unit
   */
  static Goal atMost(String what, String format, double measured, double limit) {
    return new Goal(
        what,
        figure(format, measured),
        "≤ " + figure(format, limit),
        times(measured / limit),
        verdict(measured <= limit));
  }

  /** Shows a value without a goal. */
  static Goal note(String what, String measured) {
    return new Goal(what, measured, "", "", "");
  }

  /** Requires that the 99th percentile of the latency doesn't exceed a limit. */
  static Goal slowest(String what, Measurement ours, Duration limit) {
    return within(what, ours.tally().latency(99), limit);
  }

  /** Requires a minimum rate per second. */
  static Goal perSecond(String what, Measurement ours, double atLeast) {
    return new Goal(
        what,
        perSecond(ours),
        String.format(Locale.ROOT, "%,.0f/s", atLeast),
        times(ours.tally().perSecond() / atLeast),
        verdict(ours.tally().perSecond() >= atLeast));
  }

  /** Requires that the median latency is at most a multiple of another one's. */
  static Goal flat(Measurement ours, Measurement other, double atMost) {
    double ratio = ours.millis(50) / other.millis(50);
    return new Goal(
        ours.title() + String.format(Locale.ROOT, " ≤ %.1f ×", atMost),
        millis(ours),
        millis(other),
        times(ratio),
        verdict(ratio <= atMost));
  }

  static Goal within(String what, Duration ours, Duration limit) {
    double ratio = (double) ours.toNanos() / limit.toNanos();
    return new Goal(what, seconds(ours), "≤ " + seconds(limit), times(ratio), verdict(ratio <= 1));
  }

  static Goal memory(String what, long bytes, long limit) {
    return new Goal(
        what,
        mebi(bytes),
        "≤ " + mebi(limit),
        times((double) bytes / limit),
        verdict(bytes <= limit));
  }

  /** Shows an amount of memory without a goal. */
  static Goal memory(String what, long bytes) {
    return note(what, mebi(bytes));
  }

  static Table table(List<Goal> goals) {
    return new Table(COLUMNS, goals.stream().map(Goal::row).toList());
  }

  /**
   * Returns the goal as one line, for example `p99 of payments: 80.0 ms, ≤ 50.0 ms, 1.60 ×,
   * MISSED`.
   */
  String line() {
    return row().stream()
        .skip(1)
        .filter(cell -> !cell.isEmpty())
        .collect(Collectors.joining(", ", what + ": ", ""));
  }

  private List<String> row() {
    return List.of(what, measured, against, comesTo, verdict);
  }

  private static String figure(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private static String perSecond(Measurement measurement) {
    return String.format(Locale.ROOT, "%,.0f/s", measurement.tally().perSecond());
  }

  private static String millis(Measurement measurement) {
    return String.format(Locale.ROOT, "%.2f ms", measurement.millis(50));
  }

  private static String verdict(boolean reached) {
    return reached ? "reached" : "MISSED";
  }

  private static String seconds(Duration duration) {
    return duration.toMillis() < 1000
        ? duration.toMillis() + " ms"
        : String.format(Locale.ROOT, "%.1f s", duration.toNanos() / 1e9);
  }

  private static String mebi(long bytes) {
    return String.format(Locale.ROOT, "%,d MiB", bytes >> 20);
  }

  private static String times(double ratio) {
    return String.format(Locale.ROOT, "%.2f ×", ratio);
  }
}
