package florin.dashboard.parts;

import java.util.Locale;
import java.util.OptionalDouble;

/** Formats figures, such as `1,234` and `66.7%`, and the change between two of them. */
public final class FigureText {
  /** The most characters of a metric in the largest font, which fit into half of a phone. */
  public static final int MOST_LARGE = 13;

  /** The text of a share of nothing. */
  public static final String NONE = "–";

  /**
   * The fewest items on each side of a comparison. With fewer, a single payment would change the
   * percentage noticeably.
   */
  static final int MIN_COMPARED = 10;

  private FigureText() {}

  /** Returns whether both periods have enough payments, or customers, for a percentage. */
  public static boolean isEnough(long now, long before) {
    return Math.min(now, before) >= MIN_COMPARED;
  }

  /**
   * The change of a figure.
   *
   * @param tone `good`, `bad`, or `calm` for a change that is neither
   */
  public record FigureChange(String tone, String words) {
    /** Returns this change, or an empty one without a color if there is too little to compare. */
    public FigureChange onlyIf(boolean isEnough) {
      return isEnough ? this : NOT_COMPARED;
    }
  }

  private static final FigureChange NOT_COMPARED = new FigureChange("calm", "");
  private static final FigureChange NONE_BEFORE = new FigureChange("calm", "No earlier data");

  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Returns an estimate with three digits: `842`, `1.1k`, `11.2k`, `1.3M`. */
  public static String about(long number) {
    if (number < 1_000) {
      return count(number);
    }
    boolean isMillions = number >= 999_500;
    double value = number / (isMillions ? 1_000_000.0 : 1_000.0);
    return String.format(Locale.ROOT, value < 99.95 ? "%.1f" : "%.0f", value).replace(".0", "")
        + (isMillions ? "M" : "k");
  }

  public static String percent(OptionalDouble share) {
    return share.isEmpty() ? NONE : percent(share.getAsDouble());
  }

  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f%%", share * 100);
  }

  /**
   * Returns the relative change.
   *
   * @param isWelcome whether an increase is good; otherwise the tone is `calm`
   */
  public static FigureChange change(long now, long before, boolean isWelcome) {
    if (before == 0) {
      return now == 0 ? new FigureChange("calm", "No change") : NONE_BEFORE;
    }
    double change = (double) (now - before) / Math.abs((double) before);
    return changed(tone(change, isWelcome), "%.1f%%", change * 100);
  }

  /** Returns the change of a share, in percentage points. */
  public static FigureChange change(OptionalDouble now, OptionalDouble before) {
    if (now.isEmpty() || before.isEmpty()) {
      return before.isEmpty() ? NONE_BEFORE : new FigureChange("calm", "No data");
    }
    double points = (now.getAsDouble() - before.getAsDouble()) * 100;
    return changed(tone(points / 100, true), "%.1f points", points);
  }

  private static String tone(double change, boolean isWelcome) {
    return !isWelcome || Math.abs(change) < 0.0005 ? "calm" : change > 0 ? "good" : "bad";
  }

  /**
   * Formats the change with a minus as wide as the plus, and without a sign if it rounds to zero.
   */
  private static FigureChange changed(String tone, String format, double value) {
    String text = String.format(Locale.ROOT, format, Math.abs(value));
    return text.startsWith("0.0")
        ? new FigureChange("calm", "No change")
        : new FigureChange(tone, (value < 0 ? "−" : "+") + text);
  }
}
