package florin.dashboard;

import java.util.Locale;
import java.util.OptionalDouble;

/** Figures for people: `1,234`, `66.7%`, and how one compares with another. */
final class FigureText {
  private static final String NOTHING = "–";

  /** With fewer on either side a percentage says nothing: one payment more would change it. */
  static final int MIN_COMPARED = 10;

  private FigureText() {}

  /** Whether both spans have enough payments, or customers, for a percentage. */
  static boolean isEnough(long now, long before) {
    return Math.min(now, before) >= MIN_COMPARED;
  }

  /**
   * How a figure has changed.
   *
   * @param tone `good`, `bad` or `calm`: whether that is welcome
   */
  record FigureChange(String tone, String words) {
    /** Nothing and without a color, unless there is enough to compare. */
    FigureChange onlyIf(boolean isEnough) {
      return isEnough ? this : NOT_COMPARED;
    }
  }

  private static final FigureChange NOT_COMPARED = new FigureChange("calm", "");
  private static final FigureChange NONE_BEFORE = new FigureChange("calm", "None before");

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  static String percent(OptionalDouble share) {
    return share.isEmpty() ? NOTHING : percent(share.getAsDouble());
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f%%", share * 100);
  }

  /**
   * @param isWelcome whether more of it is better; else neither is
   */
  static FigureChange change(long now, long before, boolean isWelcome) {
    if (before == 0) {
      return now == 0 ? new FigureChange("calm", "No change") : NONE_BEFORE;
    }
    double change = (double) (now - before) / Math.abs((double) before);
    return changed(tone(change, isWelcome), "%.1f%%", change * 100);
  }

  /** Of shares, in points of percent. */
  static FigureChange change(OptionalDouble now, OptionalDouble before) {
    if (now.isEmpty() || before.isEmpty()) {
      return before.isEmpty() ? NONE_BEFORE : new FigureChange("calm", "None now");
    }
    double points = (now.getAsDouble() - before.getAsDouble()) * 100;
    return changed(tone(points / 100, true), "%.1f points", points);
  }

  private static String tone(double change, boolean isWelcome) {
    return !isWelcome || Math.abs(change) < 0.0005 ? "calm" : change > 0 ? "good" : "bad";
  }

  /** With a minus that is as wide as the plus; without either where it rounds to nothing. */
  private static FigureChange changed(String tone, String format, double value) {
    String text = String.format(Locale.ROOT, format, Math.abs(value));
    return text.startsWith("0.0")
        ? new FigureChange("calm", "No change")
        : new FigureChange(tone, (value < 0 ? "−" : "+") + text);
  }
}
