package florin.core;

import java.util.Locale;

/**
 * How many there are, counted only so far that it costs little.
 *
 * @param atLeast that were counted
 * @param more there may be more of them
 */
public record Count(int atLeast, boolean more) {
  /** Nothing is counted further. */
  public static final int MAX = 1000;

  /**
   * @param found counted up to one more than {@link #MAX}
   */
  public static Count of(int found) {
    return new Count(Math.min(found, MAX), found > MAX);
  }

  /** `1,000+` */
  public String text() {
    return String.format(Locale.ROOT, "%,d", atLeast) + (more ? "+" : "");
  }
}
