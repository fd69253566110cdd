package florin.dashboard;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times for people, in UTC: `21 Nov 2026, 17:30`. */
public final class TimeText {
  private static final DateTimeFormatter MINUTES =
      DateTimeFormatter.ofPattern("d MMM yyyy, HH:mm", Locale.UK).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("d MMM yyyy, HH:mm:ss 'UTC'", Locale.UK).withZone(ZoneOffset.UTC);

  private TimeText() {}

  public static String minutes(Instant time) {
    return MINUTES.format(time);
  }

  public static String seconds(Instant time) {
    return SECONDS.format(time);
  }
}
