package florin.core;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;

/** Names of time zones in the IANA database, and `UTC`. */
public final class TimeZones {
  private static final Set<String> NAMES = ZoneId.getAvailableZoneIds();

  private TimeZones() {}

  public static Optional<ZoneId> parse(String name) {
    if (name.equals("UTC")) {
      return Optional.of(ZoneOffset.UTC);
    }
    return NAMES.contains(name) ? Optional.of(ZoneId.of(name)) : Optional.empty();
  }

  /** Reads a stored name: a zone that this Java's database no longer has becomes UTC. */
  public static ZoneId of(String stored) {
    return parse(stored).orElse(ZoneOffset.UTC);
  }

  /** Returns the name, such as `Europe/Berlin` or `UTC`. */
  public static String name(ZoneId zone) {
    return zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
  }

  /** Returns the place in the name for people: `Berlin`, `New York`, `UTC`. */
  public static String place(ZoneId zone) {
    String name = name(zone);
    return name.substring(name.lastIndexOf('/') + 1).replace('_', ' ');
  }
}
