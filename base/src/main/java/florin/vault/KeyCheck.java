package florin.vault;

import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The public check values of a keyring as one line of text: `vault.1:0123456789abcdef fingerprint:…
 * mac:…`.
 */
final class KeyCheck {
  private KeyCheck() {}

  static String render(Map<String, String> checks) {
    return checks.entrySet().stream()
        .map(check -> check.getKey() + ":" + check.getValue())
        .collect(Collectors.joining(" "));
  }

  /** Returns the names of the keys in a check value. */
  static Set<String> names(String stored) {
    return Stream.of(stored.split(" "))
        .map(check -> check.substring(0, Math.max(0, check.indexOf(':'))))
        .collect(Collectors.toUnmodifiableSet());
  }

  static void requireMatch(Map<String, String> ours, String stored) {
    var faults = new ArrayList<String>();
    for (String check : stored.split(" ")) {
      String name = check.substring(0, Math.max(0, check.indexOf(':')));
      String our = ours.get(name);
      if (our == null) {
        faults.add(name.isEmpty() ? "the stored check value is malformed" : name + " is missing");
      } else if (!check.equals(name + ":" + our)) {
        faults.add(name + " is another key");
      }
    }
    if (!faults.isEmpty()) {
      throw KeyringException.mismatch(String.join(", ", faults));
    }
  }
}
