package florin.report;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** Whole days of UTC, the first and the last included: 1 to {@link #MOST} of them. */
public record Days(LocalDate first, LocalDate last) {
  /** That may be asked for at once. */
  public static final int MOST = 366;

  public Days {
    long count = ChronoUnit.DAYS.between(first, last) + 1;
    if (count < 1 || count > MOST) {
      throw new IllegalArgumentException("1 to " + MOST + " days, not " + count);
    }
  }

  /** So many, ending with that one. */
  public static Days until(LocalDate last, int count) {
    return new Days(last.minusDays(count - 1L), last);
  }

  public int count() {
    return (int) ChronoUnit.DAYS.between(first, last) + 1;
  }

  /** As many, just before these. */
  public Days before() {
    return until(first.minusDays(1), count());
  }

  /** All but the last; there must be more than one. */
  public Days withoutLast() {
    return new Days(first, last.minusDays(1));
  }

  public boolean contains(LocalDate day) {
    return !day.isBefore(first) && !day.isAfter(last);
  }

  Instant begin() {
    return begin(first);
  }

  /** Exclusive. */
  Instant end() {
    return begin(last.plusDays(1));
  }

  static Instant begin(LocalDate day) {
    return day.atStartOfDay().toInstant(ZoneOffset.UTC);
  }
}
