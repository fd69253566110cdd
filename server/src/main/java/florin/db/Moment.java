package florin.db;

/**
 * A point in the life of this process. It never goes back, even if the wall clock is set back.
 *
 * @param nanoTime a value of {@link System#nanoTime()}; compared by difference only, because it may
 *     overflow
 */
public record Moment(long nanoTime) {
  public static Moment now() {
    return new Moment(System.nanoTime());
  }

  boolean isAfter(Moment other) {
    return nanoTime - other.nanoTime > 0;
  }
}
