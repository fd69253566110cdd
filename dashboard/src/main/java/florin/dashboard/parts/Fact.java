package florin.dashboard.parts;

import java.util.Optional;

/**
 * A line of a page with a label and a value.
 *
 * @param path the page to which the value links, in the dashboard
 * @param isCode whether the value is meant to be copied
 * @param isProse whether the value may be long, so that a page shows three lines of it at first
 */
public record Fact(
    String label, String value, Optional<String> path, boolean isCode, boolean isProse) {
  public static Fact of(String label, String value) {
    return new Fact(label, value, Optional.empty(), false, false);
  }

  public static Fact code(String label, String value) {
    return new Fact(label, value, Optional.empty(), true, false);
  }

  public static Fact prose(String label, String value) {
    return new Fact(label, value, Optional.empty(), false, true);
  }

  public Fact to(String where) {
    return new Fact(label, value, Optional.of(where), isCode, isProse);
  }
}
