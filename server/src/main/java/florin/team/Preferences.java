package florin.team;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How somebody wants the dashboard to look.
 *
 * @param zone in which times are shown and days begin
 */
public record Preferences(Theme theme, ZoneId zone) {
  /** Of whoever has chosen nothing. */
  public static final Preferences USUAL = new Preferences(Theme.SYSTEM, ZoneOffset.UTC);

  private static final Set<String> ZONES = ZoneId.getAvailableZoneIds();

  /** Light, dark, or as the system has it. */
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

  /** A zone by its name in the IANA's database; `UTC` is one. */
  public static Optional<ZoneId> parseZone(String name) {
    if (name.equals("UTC")) {
      return Optional.of(ZoneOffset.UTC);
    }
    return ZONES.contains(name) ? Optional.of(ZoneId.of(name)) : Optional.empty();
  }

  /** As it is stored: a name that this Java's database no longer has is UTC. */
  static Preferences of(String theme, String zone) {
    return new Preferences(
        Theme.parse(theme).orElse(Theme.SYSTEM), parseZone(zone).orElse(ZoneOffset.UTC));
  }

  /** `Europe/Berlin`, or `UTC`. */
  public String zoneName() {
    return zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
  }
}
