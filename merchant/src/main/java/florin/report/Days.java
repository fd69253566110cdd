package florin.report;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;

/** A range of 1 to {@link #MOST} days in a time zone, both ends included. */
public record Days(LocalDate first, LocalDate last, ZoneId zone) {
  /** The most days of one query. */
  public static final int MOST = 366;

  /** The most days of a range whose metrics are exact by day. */
  public static final int MOST_SINGLE = 92;

  private static final int WEEK = 7;

  public Days {
    long count = ChronoUnit.DAYS.between(first, last) + 1;
    if (count < 1 || count > MOST) {
      throw new IllegalArgumentException("1 to " + MOST + " days, not " + count);
    }
  }

  /** Returns the range of this length that ends with a day. */
  public static Days until(LocalDate last, int count, ZoneId zone) {
    return new Days(last.minusDays(count - 1L), last, zone);
  }

  public int count() {
    return (int) ChronoUnit.DAYS.between(first, last) + 1;
  }

  /** Returns the range of the same length just before this one. */
  public Days before() {
    return until(first.minusDays(1), count(), zone);
  }

  /** Returns this range without its last day; it must have more than one. */
  public Days withoutLast() {
    return new Days(first, last.minusDays(1), zone);
  }

  /**
   * Returns the number of days of a part whose metrics are exact: a day, or a week if there are
   * many days. Parts begin at the first day; the last one may be shorter.
   */
  public static int part(int days) {
    return days > MOST_SINGLE ? WEEK : 1;
  }

  /**
   * Returns the days at whose beginning a part begins or the range ends. The last day begins one
   * too, because it may be today and is then compared without its end.
   */
  List<LocalDate> boundaries() {
    int part = part(count());
    return IntStream.rangeClosed(0, count())
        .filter(day -> day % part == 0 || day >= count() - 1)
        .mapToObj(first::plusDays)
        .toList();
  }

  /** Returns the days at whose beginning the range begins and ends. */
  List<LocalDate> ends() {
    return List.of(first, last.plusDays(1));
  }

  List<LocalDate> list() {
    return first.datesUntil(last.plusDays(1)).toList();
  }

  /** Returns the beginning. A day with a change to or from summer time has 23 or 25 hours. */
  public Instant begin() {
    return begin(first);
  }

  /** Returns the exclusive end. */
  public Instant end() {
    return begin(last.plusDays(1));
  }

  Instant begin(LocalDate day) {
    return day.atStartOfDay(zone).toInstant();
  }
}
