package florin.core;

import java.util.Locale;

/**
 * A number of rows, which is counted only up to a limit.
 *
 * @param atLeast the number of counted rows
 * @param more whether there may be more rows
 */
public record Count(int atLeast, boolean more) {
  /** The limit of counting. */
  public static final int MAX = 1000;

  /**
   * Returns the count.
   *
   * @param found counted up to one more than {@link #MAX}
   */
  public static Count of(int found) {
    return new Count(Math.min(found, MAX), found > MAX);
  }

  /** Returns the number as text, for example `1,000+`. */
  public String text() {
    return String.format(Locale.ROOT, "%,d", atLeast) + (more ? "+" : "");
  }
}
