package florin.alert;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A check for conditions that need a person.
 *
 * @param kinds all kinds of alerts that the check raises; no other check raises them
 * @param alerts returns the alerts whose condition holds at a time
 */
public record AlertCheck(Set<AlertKind> kinds, Function<Instant, List<Alert>> alerts) {
  static <T> AlertCheck of(
      Set<AlertKind> kinds, Function<Instant, List<T>> found, Function<T, Alert> alert) {
    return new AlertCheck(kinds, now -> found.apply(now).stream().map(alert).toList());
  }
}
