package florin.team;

import florin.core.TimeZones;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A user's dashboard preferences.
 *
 * @param zone the time zone of displayed times and days
 */
public record Preferences(Theme theme, ZoneId zone) {
  /** The preferences of a user who has chosen none. */
  public static final Preferences USUAL = new Preferences(Theme.SYSTEM, ZoneOffset.UTC);

  /** Light, dark, or the system's setting. */
  public enum Theme {
    SYSTEM,
    LIGHT,
    DARK;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Theme> parse(String text) {
      return Stream.of(values()).filter(theme -> theme.text().equals(text)).findFirst();
    }
  }

  /** Reads stored preferences. */
  static Preferences of(String theme, String zone) {
    return new Preferences(Theme.parse(theme).orElse(Theme.SYSTEM), TimeZones.of(zone));
  }

  /** Returns the name, such as `Europe/Berlin` or `UTC`. */
  public String zoneName() {
    return TimeZones.name(zone);
  }
}
