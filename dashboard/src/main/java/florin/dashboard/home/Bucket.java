package florin.dashboard.home;

import florin.report.Days;
import florin.report.Overview;
import florin.report.Overview.Slice;
import florin.report.Totals;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A bar of a chart and a row of its table: a day, or a week if there are many days, so that the
 * page stays readable and below its 200 KB. Weeks start at the first day; the last one may be
 * shorter.
 *
 * @param isPart whether it is not over, or is shorter than the others
 */
public record Bucket(LocalDate first, LocalDate last, Totals totals, boolean isPart) {
  static boolean isWeekly(int days) {
    return Days.part(days) > 1;
  }

  static List<Bucket> of(Overview overview, LocalDate today) {
    List<Slice> slices = overview.slices();
    int length = Days.part(slices.size());
    var buckets = new ArrayList<Bucket>();
    for (int i = 0; i < slices.size(); i += length) {
      List<Slice> parts = slices.subList(i, Math.min(i + length, slices.size()));
      LocalDate last = day(parts.getLast());
      buckets.add(
          new Bucket(
              day(parts.getFirst()),
              last,
              parts.stream().map(Slice::totals).reduce(Totals.NONE, Totals::plus),
              parts.size() < length || last.equals(today)));
    }
    return buckets;
  }

  public String words() {
    return first.equals(last)
        ? HomeRange.words(first)
        : HomeRange.words(first) + " – " + HomeRange.words(last);
  }

  long sum(Map<LocalDate, Long> byDay) {
    return first.datesUntil(last.plusDays(1)).mapToLong(day -> byDay.getOrDefault(day, 0L)).sum();
  }

  static LocalDate day(Slice slice) {
    return slice.begins().toLocalDate();
  }
}
