package florin.http;

/**
 * A filter such as `created[gte]=…&created[lt]=…`, both ends included; `created=…` is both ends at
 * once.
 *
 * @param min {@link Long#MIN_VALUE} for none
 * @param max {@link Long#MAX_VALUE} for none
 */
public record Bounds(long min, long max) {
  public static final Bounds NONE = new Bounds(Long.MIN_VALUE, Long.MAX_VALUE);

  public static Bounds exactly(long value) {
    return new Bounds(value, value);
  }

  public boolean contains(long value) {
    return min <= value && value <= max;
  }

  Bounds and(Bounds other) {
    long from = Math.max(min, other.min);
    long to = Math.min(max, other.max);
    return new Bounds(from, to);
  }
}
