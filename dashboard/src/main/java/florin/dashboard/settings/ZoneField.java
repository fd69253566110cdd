package florin.dashboard.settings;

import florin.core.TimeZones;
import florin.dashboard.parts.SelectOption;
import florin.http.Format;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;

/** A field with a time zone. */
final class ZoneField {
  static final Format<ZoneId> FORMAT =
      Format.text(
          "must be the name of a time zone, for example Europe/Berlin",
          ZoneOffset.UTC,
          TimeZones::parse);

  /** The time zones of continents and oceans, named by a city. */
  static final List<SelectOption> OPTIONS =
      Stream.concat(
              Stream.of("UTC"),
              ZoneId.getAvailableZoneIds().stream()
                  .filter(name ->
                      name.matches(
                          "(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/.+"))
                  .sorted())
          .map(name -> new SelectOption(name, name.replace('_', ' ')))
          .toList();

  private ZoneField() {}
}
