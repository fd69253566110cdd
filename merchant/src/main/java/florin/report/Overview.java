package florin.report;

import florin.core.Currency;
import florin.report.FigureStore.Figure;
import florin.report.FigureStore.Figure.Measure;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * The totals of one currency over a period.
 *
 * @param slices every hour or day of the period, oldest first, including empty ones
 * @param failures all reasons of failed payments, the most frequent first
 */
public record Overview(
    Currency currency, Totals all, List<Slice> slices, List<FailureCount> failures) {
  public Overview {
    slices = List.copyOf(slices);
    failures = List.copyOf(failures);
  }

  /** The totals of an hour or day, with its beginning in the time zone of the report. */
  public record Slice(LocalDateTime begins, Totals totals) {}

  /**
   * The number of failures with a code.
   *
   * @param code a decline code, otherwise a failure code
   */
  public record FailureCount(String code, long count) {}

  /**
   * Returns the overview.
   *
   * @param figures the metrics of this currency, all within the period
   * @param begins the start of every slice, ascending
   * @param place the number of the slice of a metric
   */
  static Overview of(
      Currency currency,
      List<Figure> figures,
      List<LocalDateTime> begins,
      ToIntFunction<Figure> place) {
    var slices = new Totals[begins.size()];
    Arrays.fill(slices, Totals.NONE);
    var failures = new TreeMap<String, Long>();
    Totals all = Totals.NONE;
    for (Figure figure : figures) {
      all = all.plus(figure);
      slices[place.applyAsInt(figure)] = slices[place.applyAsInt(figure)].plus(figure);
      if (figure.measure() == Measure.FAILED) {
        failures.merge(figure.code(), figure.count(), Long::sum);
      }
    }
    return new Overview(
        currency,
        all,
        IntStream.range(0, slices.length)
            .mapToObj(i -> new Slice(begins.get(i), slices[i]))
            .toList(),
        failures.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
            .map(f -> new FailureCount(f.getKey(), f.getValue()))
            .toList());
  }
}
