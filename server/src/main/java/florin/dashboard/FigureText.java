package florin.dashboard;

import java.util.Locale;
import java.util.OptionalDouble;

/** Figures for people: `1,234`, `66.7%`, and how one compares with another. */
final class FigureText {
  private static final String NOTHING = "–";

  private FigureText() {}

  /**
   * How a figure has changed.
   *
   * @param tone `good`, `bad` or `calm`: whether that is welcome
   */
  record FigureChange(String tone, String words) {}

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
      return new FigureChange("calm", now == 0 ? "No change" : "None before");
    }
    double change = (double) (now - before) / Math.abs((double) before);
    return new FigureChange(tone(change, isWelcome), signed("%.1f%%", change * 100));
  }

  /** Of shares, in points of percent. */
  static FigureChange change(OptionalDouble now, OptionalDouble before) {
    if (now.isEmpty() || before.isEmpty()) {
      return new FigureChange("calm", "None before");
    }
    double points = (now.getAsDouble() - before.getAsDouble()) * 100;
    return new FigureChange(tone(points, true), signed("%.1f points", points));
  }

  private static String tone(double change, boolean isWelcome) {
    return !isWelcome || Math.abs(change) < 0.0005 ? "calm" : change > 0 ? "good" : "bad";
  }

  /** With a minus that is as wide as the plus. */
  private static String signed(String format, double value) {
    String text = String.format(Locale.ROOT, format, Math.abs(value));
    return value < 0 ? "−" + text : "+" + text;
  }
}
