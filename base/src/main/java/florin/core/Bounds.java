package florin.core;

import java.util.OptionalLong;
import java.util.function.BiFunction;

/**
 * The bounds of a filter such as `created[gte]=…&created[lt]=…`, both inclusive; `created=…` sets
 * both.
 *
 * @param min {@link Long#MIN_VALUE} for none
 * @param max {@link Long#MAX_VALUE} for none
 */
public record Bounds(long min, long max) {
  public static final Bounds NONE = new Bounds(Long.MIN_VALUE, Long.MAX_VALUE);

  public static Bounds exactly(long value) {
    return new Bounds(value, value);
  }

  public Bounds and(Bounds other) {
    long from = Math.max(min, other.min);
    long to = Math.min(max, other.max);
    return new Bounds(from, to);
  }

  /** The comparison in brackets. */
  public enum Comparison {
    GT("gt"),
    GTE("gte"),
    LT("lt"),
    LTE("lte");

    private final String text;

    Comparison(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }

    public Bounds bounds(long value) {
      return switch (this) {
        case GT -> new Bounds(value + 1, Long.MAX_VALUE);
        case GTE -> new Bounds(value, Long.MAX_VALUE);
        case LT -> new Bounds(Long.MIN_VALUE, value - 1);
        case LTE -> new Bounds(Long.MIN_VALUE, value);
      };
    }
  }

  /** Converts the bounds to another kind of span, with inclusive ends. */
  public <T> T map(BiFunction<OptionalLong, OptionalLong, T> span) {
    return span.apply(
        min == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(min),
        max == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(max));
  }
}
