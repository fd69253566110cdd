package florin.team;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A user's dashboard preferences.
 *
 * @param zone the time zone of displayed times and days
 */
public record Preferences(Theme theme, ZoneId zone) {
  /** The preferences of a user who has chosen none. */
  public static final Preferences USUAL = new Preferences(Theme.SYSTEM, ZoneOffset.UTC);

  private static final Set<String> ZONES = ZoneId.getAvailableZoneIds();

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

  /** Parses the name of a zone in the IANA database, or `UTC`. */
  public static Optional<ZoneId> parseZone(String name) {
    if (name.equals("UTC")) {
      return Optional.of(ZoneOffset.UTC);
    }
    return ZONES.contains(name) ? Optional.of(ZoneId.of(name)) : Optional.empty();
  }

  /** Reads stored preferences: a zone that this Java's database no longer has becomes UTC. */
  static Preferences of(String theme, String zone) {
    return new Preferences(
        Theme.parse(theme).orElse(Theme.SYSTEM), parseZone(zone).orElse(ZoneOffset.UTC));
  }

  /** Returns the name, such as `Europe/Berlin` or `UTC`. */
  public String zoneName() {
    return zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
  }
}
