package florin.dashboard.parts;

import java.util.Optional;

/**
 * A tab to one of the pages under a common heading.
 *
 * @param count of its content, as text: `12`, `1,000+`
 * @param current whether it is the shown page
 */
public record TabLink(String label, String path, Optional<String> count, boolean current) {
  public static TabLink of(String label, String path, boolean current) {
    return new TabLink(label, path, Optional.empty(), current);
  }
}
