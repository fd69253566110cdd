package florin.dashboard.parts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A chart over time that the server draws as SVG. All positions are percentages of the plot, so it
 * fills its column while its text keeps its size. A table next to it has the same data.
 *
 * @param label a description for screen readers
 * @param grid horizontal lines, with their values
 * @param axis the labels below: days, hours
 * @param bars with 1000 by 1000 units, like lines, because SVG paths have no percentages
 * @param points the positions with readable values, from left to right
 */
public record Chart(
    String label,
    List<Mark> grid,
    List<Mark> axis,
    List<Bars> bars,
    List<Curve> lines,
    List<Point> points) {
  /** The part of its slot that a bar fills, alone and in front of another. */
  private static final double FILLED = 0.72;

  private static final double FILLED_BEFORE_GHOST = 0.5;
  private static final double GHOST_FILLED = 0.86;

  /** The least height of a bar, in percent, so that it is visible. */
  private static final double LEAST = 1;

  /** The most labels below the plot; with more slots, some have none. */
  private static final int MOST_WORDS = 7;

  /** The kinds of bars, those behind others first. */
  private static final List<String> TONES =
      List.of("ghost", "good", "good part", "bad", "bad part");

  /** The units of a percent. */
  private static final int LINE = 10;

  public Chart {
    grid = List.copyOf(grid);
    axis = List.copyOf(axis);
    bars = List.copyOf(bars);
    lines = List.copyOf(lines);
    points = List.copyOf(points);
  }

  /**
   * A label.
   *
   * @param anchor the alignment of the text at its position, as in SVG
   */
  public record Mark(double at, String words, String anchor) {
    static Mark of(double at, String words) {
      return new Mark(at, words, at < 3 ? "start" : at > 97 ? "end" : "middle");
    }
  }

  /**
   * Bars of one kind, as one path.
   *
   * @param tone `good` or `bad`, followed by `part` for an unfinished day; or `ghost` for the
   *     previous period, which is behind the others
   */
  public record Bars(String tone, String path) {}

  /**
   * A line.
   *
   * @param tone `now` or `before`
   */
  public record Curve(String tone, String path, double endX, double endY) {}

  /**
   * A readable position.
   *
   * @param words date and values, separated by ` · `
   */
  public record Point(double x, double width, String words) {}

  /**
   * A slot of a bar chart, without negative values.
   *
   * @param bad stacked on the good
   * @param before of the previous period, which is behind the others
   * @param place its possible label
   */
  public record ChartColumn(
      long good, long bad, long before, String place, String words, boolean isPart) {}

  /**
   * Returns a bar chart.
   *
   * @param unit see {@link Scale}
   * @param withBefore whether the previous period is drawn
   */
  public static Chart ofColumns(
      String label,
      List<ChartColumn> columns,
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
    var bars = new LinkedHashMap<String, StringBuilder>();
    TONES.forEach(tone -> bars.put(tone, new StringBuilder()));
    for (int i = 0; i < columns.size(); i++) {
      ChartColumn column = columns.get(i);
      double ghost = withBefore ? height(column.before(), scale) : 0;
      addBar(bars, "ghost", new Stand(place, i, GHOST_FILLED, 0), ghost);
      double filled = withBefore ? FILLED_BEFORE_GHOST : FILLED;
      String part = column.isPart() ? " part" : "";
      double good = height(column.good(), scale);
      addBar(bars, "good" + part, new Stand(place, i, filled, 0), good);
      double bad = height(column.bad(), scale);
      addBar(bars, "bad" + part, new Stand(place, i, filled, good), bad);
    }
    return new Chart(
        label,
        grid(scale, tick),
        axis(columns.stream().map(ChartColumn::place).toList()),
        bars.entrySet().stream()
            .filter(bar -> !bar.getValue().isEmpty())
            .map(bar -> new Bars(bar.getKey(), bar.getValue().toString()))
            .toList(),
        List.of(),
        IntStream.range(0, columns.size())
            .mapToObj(i -> new Point(round(place * i), round(place), columns.get(i).words()))
            .toList());
  }

  /**
   * The position of a bar, in the middle of its slot.
   *
   * @param filled the part of its slot
   * @param below the height under it, in percent
   */
  private record Stand(double place, int at, double filled, double below) {}

  /** Adds a bar, from its upper left corner around. */
  private static void addBar(
      Map<String, StringBuilder> bars, String tone, Stand stand, double height) {
    if (height > 0) {
      double width = LINE * stand.place() * stand.filled();
      Objects.requireNonNull(bars.get(tone))
          .append('M')
          .append(number(LINE * stand.place() * (stand.at() + (1 - stand.filled()) / 2)))
          .append(' ')
          .append(number(LINE * Math.max(0, 100 - stand.below() - height)))
          .append('h')
          .append(number(width))
          .append('v')
          .append(number(LINE * height))
          .append('h')
          .append(number(-width))
          .append('z');
    }
  }

  private static double height(long value, Scale scale) {
    return value == 0 ? 0 : Math.max(LEAST, 100 - scale.down(value));
  }

  /**
   * Returns a chart of lines over the hours of a day, both from zero.
   *
   * @param now of the hours so far, the sum until the end of each
   * @param before of 24 hours
   * @param nowAt the elapsed part of the day, in percent
   * @param words of each hour
   */
  public static Chart ofHours(
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

  private static Curve line(String tone, List<Long> values, IntToDoubleFunction x, Scale scale) {
    int last = values.size() - 1;
    return new Curve(
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

  /** Returns regularly spaced labels, starting with the first. */
  private static List<Mark> axis(List<String> places) {
    int each = (places.size() + MOST_WORDS - 1) / MOST_WORDS;
    double place = 100.0 / Math.max(1, places.size());
    return IntStream.range(0, places.size())
        .filter(i -> i % each == 0)
        .mapToObj(i -> new Mark(round(place * (i + 0.5)), places.get(i), "middle"))
        .toList();
  }

  /** Returns a line without axes, with 100 by 100 units. */
  public static String spark(List<Long> values, long most) {
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
