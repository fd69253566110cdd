package florin.dashboard;

import java.util.Optional;

/**
 * One of the pages that stand beside each other under a heading.
 *
 * @param count of what it holds, as text: `12`, `1,000+`
 * @param current whether it is the one that is seen
 */
public record TabLink(String label, String path, Optional<String> count, boolean current) {
  public static TabLink of(String label, String path, boolean current) {
    return new TabLink(label, path, Optional.empty(), current);
  }
}
