package florin.dashboard.list;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column of a list.
 *
 * @param name in the settings that users keep; empty if it is always shown
 * @param isUsual whether it is shown by default
 * @param place of its cells on narrow screens; empty if they are hidden there
 * @param sort the name of its order: {@link #CREATED}, {@link #BY_AMOUNT}, or empty if it has none
 */
public record ListColumn<T>(
    String name,
    String label,
    boolean isUsual,
    Style style,
    String place,
    String sort,
    Function<T, Cell> cell) {
  /** The column of the usual order. */
  static final String CREATED = "created";

  /** The order by amount. */
  static final String BY_AMOUNT = "amount";

  /** How a column is set. The classes with {@code wide} are hidden where there is little space. */
  public enum Style {
    LINE("nowrap"),
    WIDE_LINE("nowrap wide"),
    CLIPPED("clip"),
    PROSE("clip wide"),
    AMOUNT("amount"),
    KEY("key"),
    /** The name of the line, as a heading. */
    HEADING("clip"),
    REQUEST("request");

    private final String classes;

    Style(String classes) {
      this.classes = classes;
    }

    public String classes() {
      return classes;
    }

    public boolean isHeading() {
      return this == HEADING || this == REQUEST;
    }

    /** Returns whether the text can have any direction of writing. */
    public boolean isProse() {
      return this == PROSE;
    }

    /** Returns the class of the column's head; null if it has none. */
    public @Nullable String headClass() {
      return switch (this) {
        case AMOUNT -> "amount";
        case PROSE, WIDE_LINE -> "wide";
        case LINE, CLIPPED, KEY, HEADING, REQUEST -> null;
      };
    }
  }

  boolean isAlways() {
    return name.isEmpty();
  }
}
