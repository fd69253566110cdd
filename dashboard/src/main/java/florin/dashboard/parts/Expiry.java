package florin.dashboard.parts;

import florin.http.Format;
import java.time.Duration;
import java.util.List;

/** The field for the time after which a key or an entry expires, in seconds; empty for never. */
public final class Expiry {
  public static final String FIELD = "expires_in";

  public static final List<SelectOption> CHOICES =
      List.of(
          new SelectOption("", "Never"),
          new SelectOption("604800", "In 7 days"),
          new SelectOption("2592000", "In 30 days"),
          new SelectOption("7776000", "In 90 days"),
          new SelectOption("31536000", "In a year"));

  public static final Format<Duration> FORMAT =
      Format.choice(
          CHOICES.stream()
              .skip(1)
              .map(option -> Duration.ofSeconds(Long.parseLong(option.value())))
              .toList(),
          end -> Long.toString(end.toSeconds()));

  private Expiry() {}
}
