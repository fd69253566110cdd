package florin.dashboard.parts;

import florin.core.TimeZones;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Formats times in the viewer's time zone: `21 Nov 2026, 17:30`. Without a viewer, the zone is UTC.
 */
public final class TimeText {
  /** The viewer of the page that is being rendered. The pipeline sets it. */
  public static final ScopedValue<Viewer> VIEWER = ScopedValue.newInstance();

  private static final DateTimeFormatter TIME = formatter("HH:mm");
  private static final DateTimeFormatter DAY = formatter("d MMM, HH:mm");
  private static final DateTimeFormatter DATE = formatter("d MMM yyyy");
  private static final DateTimeFormatter MINUTES = formatter("d MMM yyyy, HH:mm");
  private static final DateTimeFormatter SECONDS = formatter("d MMM yyyy, HH:mm:ss");

  /**
   * A viewer.
   *
   * @param zone the preferred time zone
   * @param reportZone of the account's reports and day filters
   * @param now the time of the request
   */
  public record Viewer(ZoneId zone, ZoneId reportZone, Instant now) {}

  private TimeText() {}

  /** Returns the viewer's time zone. */
  public static ZoneId zone() {
    return VIEWER.isBound() ? VIEWER.get().zone() : ZoneOffset.UTC;
  }

  /** Returns the name of the zone for headings and titles: `UTC`, `Europe/Berlin`. */
  public static String zoneName() {
    return TimeZones.name(zone());
  }

  /** Returns the time zone of the days in reports, day filters and exports. */
  public static ZoneId reportZone() {
    return VIEWER.isBound() ? VIEWER.get().reportZone() : ZoneOffset.UTC;
  }

  /** Returns the place of that zone for headings: `Berlin`, `UTC`. */
  public static String reportPlace() {
    return TimeZones.place(reportZone());
  }

  /** Returns the date only: `21 Nov 2026`. */
  public static String day(Instant time) {
    return DATE.format(time.atZone(zone()));
  }

  public static String minutes(Instant time) {
    return MINUTES.format(time.atZone(zone()));
  }

  /** Returns the year in the viewer's zone. */
  public static int year(Instant time) {
    return time.atZone(zone()).getYear();
  }

  /** Returns the time with seconds and zone. */
  public static String seconds(Instant time) {
    return SECONDS.format(time.atZone(zone())) + " " + zoneName();
  }

  /** Returns a relative or short time: `3 min ago`, `Today, 14:05`, `in 5 min`, `4 Nov, 09:12`. */
  public static String near(Instant time) {
    if (!VIEWER.isBound()) {
      return minutes(time);
    }
    Instant now = VIEWER.get().now();
    Duration ago = Duration.between(time, now);
    if (ago.abs().compareTo(Duration.ofHours(1)) < 0) {
      return minutesAway(ago);
    }
    LocalDate day = time.atZone(zone()).toLocalDate();
    LocalDate today = now.atZone(zone()).toLocalDate();
    if (day.equals(today)) {
      return "Today, " + TIME.format(time.atZone(zone()));
    }
    if (day.equals(today.minusDays(1))) {
      return "Yesterday, " + TIME.format(time.atZone(zone()));
    }
    if (day.equals(today.plusDays(1))) {
      return "Tomorrow, " + TIME.format(time.atZone(zone()));
    }
    return (day.getYear() == today.getYear() ? DAY : MINUTES).format(time.atZone(zone()));
  }

  /** Returns an age: `12 min`, `3 h`, `1 day`, `9 days`. */
  public static String age(Duration age) {
    if (age.toHours() < 1) {
      return Math.max(1, age.toMinutes()) + " min";
    }
    if (age.toDays() < 1) {
      return age.toHours() + " h";
    }
    return age.toDays() == 1 ? "1 day" : age.toDays() + " days";
  }

  private static String minutesAway(Duration ago) {
    long minutes = ago.abs().toMinutes();
    if (minutes == 0) {
      return ago.isNegative() ? "in a moment" : "Just now";
    }
    return ago.isNegative() ? "in " + minutes + " min" : minutes + " min ago";
  }

  private static DateTimeFormatter formatter(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.UK);
  }
}
