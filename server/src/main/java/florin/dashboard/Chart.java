package florin.dashboard;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A chart over time, drawn by the server as SVG. All places are percents of the plot, so that it is
 * as wide as its column while its letters stay as large as they are. What it shows stands in a
 * table beside it as well.
 *
 * @param label what it shows, for whom does not see it
 * @param grid lines across, with what they stand for
 * @param axis what stands below: days, hours
 * @param lines over 1000 times 1000 places
 * @param points where something can be read, from left to right
 */
public record Chart(
    String label,
    List<Mark> grid,
    List<Mark> axis,
    List<Bar> bars,
    List<Line> lines,
    List<Point> points) {
  /** The share of a bar's place that the bar fills. */
  private static final double FILLED = 0.72;

  /** A bar of something is at least so high, in percent, that it can be seen. */
  private static final double LEAST = 1;

  /** Words below the plot; where there are more places, some have none. */
  private static final int MOST_WORDS = 7;

  /** What a line's places are of the plot: SVG has no percents in paths. */
  private static final int LINE = 10;

  public Chart {
    grid = List.copyOf(grid);
    axis = List.copyOf(axis);
    bars = List.copyOf(bars);
    lines = List.copyOf(lines);
    points = List.copyOf(points);
  }

  /**
   * @param anchor where the words stand by the place, as SVG has it
   */
  public record Mark(double at, String words, String anchor) {
    static Mark of(double at, String words) {
      return new Mark(at, words, at < 3 ? "start" : at > 97 ? "end" : "middle");
    }
  }

  /**
   * @param tone `good` or `bad`
   * @param isPart of a day that is not over
   */
  public record Bar(double x, double y, double width, double height, String tone, boolean isPart) {}

  /**
   * @param tone `now` or `before`
   */
  public record Line(String tone, String path, double endX, double endY) {}

  /**
   * @param words date and values, with ` · ` between
   */
  public record Point(double x, double width, String words) {}

  /**
   * One place of a chart of bars; nothing in it is negative.
   *
   * @param bad stands on top of the good
   * @param before of the span before, for a line
   * @param place what may stand below it
   */
  record Column(long good, long bad, long before, String place, String words, boolean isPart) {}

  /**
   * @param unit see {@link Scale}
   * @param withBefore whether the span before is drawn
   */
  static Chart ofColumns(
      String label,
      List<Column> columns,
      long unit,
      boolean withBefore,
      LongFunction<String> tick) {
    Scale scale =
        Scale.of(
            columns.stream()
                .mapToLong(c -> Math.max(c.good() + c.bad(), withBefore ? c.before() : 0))
                .max()
                .orElse(0),
            unit);
    double place = 100.0 / Math.max(1, columns.size());
    var bars = new ArrayList<Bar>();
    for (int i = 0; i < columns.size(); i++) {
      addBars(bars, columns.get(i), place * i + place * (1 - FILLED) / 2, place * FILLED, scale);
    }
    List<Long> before = columns.stream().map(Column::before).toList();
    return new Chart(
        label,
        grid(scale, tick),
        axis(columns.stream().map(Column::place).toList()),
        bars,
        withBefore ? List.of(line("before", before, i -> place * (i + 0.5), scale)) : List.of(),
        IntStream.range(0, columns.size())
            .mapToObj(i -> new Point(round(place * i), round(place), columns.get(i).words()))
            .toList());
  }

  private static void addBars(List<Bar> bars, Column column, double x, double width, Scale scale) {
    double good = height(column.good(), scale);
    double bad = height(column.bad(), scale);
    if (good > 0) {
      bars.add(bar(x, 100 - good, width, good, "good", column.isPart()));
    }
    if (bad > 0) {
      bars.add(bar(x, Math.max(0, 100 - good - bad), width, bad, "bad", column.isPart()));
    }
  }

  private static Bar bar(
      double x, double y, double width, double height, String tone, boolean isPart) {
    return new Bar(round(x), round(y), round(width), round(height), tone, isPart);
  }

  private static double height(long value, Scale scale) {
    return value == 0 ? 0 : Math.max(LEAST, 100 - scale.down(value));
  }

  /**
   * Lines over the hours of a day, both from zero.
   *
   * @param now as far as the day has come, of each hour the sum until its end
   * @param before of 24 hours
   * @param nowAt how far the day has come, in percent
   * @param words of each hour
   */
  static Chart ofHours(
      String label,
      List<Long> now,
      double nowAt,
      List<Long> before,
      List<String> words,
      long unit,
      LongFunction<String> tick) {
    double hour = 100.0 / before.size();
    Scale scale = Scale.of(Math.max(most(now), most(before)), unit);
    return new Chart(
        label,
        grid(scale, tick),
        IntStream.rangeClosed(0, 4)
            .mapToObj(i -> Mark.of(25.0 * i, "%02d:00".formatted(6 * i)))
            .toList(),
        List.of(),
        List.of(
            line("before", fromZero(before), i -> hour * i, scale),
            line("now", fromZero(now), i -> Math.min(hour * i, nowAt), scale)),
        IntStream.range(0, words.size())
            .mapToObj(i -> new Point(round(hour * i), round(hour), words.get(i)))
            .toList());
  }

  private static List<Long> fromZero(List<Long> values) {
    var all = new ArrayList<Long>();
    all.add(0L);
    all.addAll(values);
    return all;
  }

  private static long most(List<Long> values) {
    return values.stream().mapToLong(value -> value).max().orElse(0);
  }

  private static Line line(String tone, List<Long> values, IntToDoubleFunction x, Scale scale) {
    int last = values.size() - 1;
    return new Line(
        tone,
        IntStream.range(0, values.size())
            .mapToObj(i ->
                (i == 0 ? "M" : "L")
                    + number(LINE * x.applyAsDouble(i))
                    + " "
                    + number(LINE * scale.down(values.get(i))))
            .collect(Collectors.joining()),
        round(x.applyAsDouble(last)),
        scale.down(values.get(last)));
  }

  private static List<Mark> grid(Scale scale, LongFunction<String> tick) {
    return scale.values().stream()
        .map(value -> new Mark(scale.down(value), tick.apply(value), "end"))
        .toList();
  }

  /** Every so many have their words, the first one always. */
  private static List<Mark> axis(List<String> places) {
    int each = (places.size() + MOST_WORDS - 1) / MOST_WORDS;
    double place = 100.0 / Math.max(1, places.size());
    return IntStream.range(0, places.size())
        .filter(i -> i % each == 0)
        .mapToObj(i -> new Mark(round(place * (i + 0.5)), places.get(i), "middle"))
        .toList();
  }

  /** A line without axes, of 100 by 100 places. */
  static String spark(List<Long> values, long most) {
    double place = 100.0 / Math.max(1, values.size() - 1);
    return IntStream.range(0, values.size())
        .mapToObj(i ->
            (i == 0 ? "M" : "L")
                + number(place * i)
                + " "
                + number(100 - 100.0 * values.get(i) / Math.max(1, most)))
        .collect(Collectors.joining());
  }

  private static String number(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  static double round(double value) {
    return Math.round(value * 100) / 100.0;
  }
}
