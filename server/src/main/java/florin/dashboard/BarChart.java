package florin.dashboard;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Bars over time, drawn by the server: what stands in the page is SVG, and every bar says its
 * figure. A page shows the same figures as a table beside it.
 *
 * @param bars from left to right
 * @param top what the highest line of the chart stands for, as words
 */
public record BarChart(List<Bar> bars, String top) {
  static final int WIDTH = 720;
  static final int HEIGHT = 180;

  /** The share of a bar's place that the bar fills. */
  private static final double FILLED = 0.72;

  /** A bar of something is at least so high that it can be seen. */
  private static final double LEAST = 2;

  /**
   * One bar, in two parts: what is good of it stands below.
   *
   * @param words what it says when it is pointed at
   */
  public record Bar(
      double x,
      double width,
      double y,
      double height,
      double badY,
      double badHeight,
      String words) {}

  /**
   * What a bar is made of; neither is negative.
   *
   * @param bad stands on top of the good
   */
  record Value(long good, long bad, String words) {}

  static BarChart of(List<Value> values, String top) {
    long highest = values.stream().mapToLong(value -> value.good() + value.bad()).max().orElse(0);
    double place = (double) WIDTH / Math.max(1, values.size());
    return new BarChart(
        IntStream.range(0, values.size())
            .mapToObj(i -> bar(values.get(i), i * place, place, Math.max(1, highest)))
            .toList(),
        top);
  }

  private static Bar bar(Value value, double left, double place, long highest) {
    double good = height(value.good(), highest);
    double bad = height(value.bad(), highest);
    return new Bar(
        round(left + place * (1 - FILLED) / 2),
        round(place * FILLED),
        round(HEIGHT - good),
        round(good),
        round(Math.max(0, HEIGHT - good - bad)),
        round(bad),
        value.words());
  }

  private static double height(long value, long highest) {
    return value == 0 ? 0 : Math.max(LEAST, (double) value / (double) highest * HEIGHT);
  }

  private static double round(double value) {
    return Math.round(value * 10) / 10.0;
  }
}
