package florin.dashboard;

import java.util.Optional;

/**
 * A line of a page: what it is, and how it is.
 *
 * @param path where the value leads to, in the dashboard
 * @param isCode whether it is something to be copied rather than to be read
 */
public record Fact(String label, String value, Optional<String> path, boolean isCode) {
  static Fact of(String label, String value) {
    return new Fact(label, value, Optional.empty(), false);
  }

  static Fact code(String label, String value) {
    return new Fact(label, value, Optional.empty(), true);
  }

  Fact to(String where) {
    return new Fact(label, value, Optional.of(where), isCode);
  }
}
