package florin.branding;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The color of a merchant on its pages: behind the button, and in a line above the page. Text never
 * has this color. Text on it is black or white, whichever is easier to read, with a contrast of at
 * least 4.5 to 1.
 *
 * @param text `#` and six hexadecimal digits, lower case
 */
public record Accent(String text) {
  private static final Pattern COLOR = Pattern.compile("#[0-9a-f]{6}");

  /** The luminance at which white and black are equally readable (WCAG 2.2, relative luminance). */
  private static final double MIDDLE = 0.179;

  public Accent {
    if (!COLOR.matcher(text).matches()) {
      throw new IllegalArgumentException("a color is # and six hexadecimal digits");
    }
  }

  /** Parses a color; empty if the text is none. */
  public static Optional<Accent> parse(String typed) {
    String text = typed.strip().toLowerCase(Locale.ROOT);
    return Optional.of(text.startsWith("#") ? text : "#" + text)
        .filter(it -> COLOR.matcher(it).matches())
        .map(Accent::new);
  }

  /** Returns the style to append to the pages' own. */
  public String style() {
    return "\n:root {\n  --accent: %s;\n  --on-accent: %s;\n}\n".formatted(text, textOn());
  }

  public String textOn() {
    return luminance() > MIDDLE ? "#000000" : "#ffffff";
  }

  /** Returns the relative luminance (WCAG 2.2). */
  private double luminance() {
    int rgb = Integer.parseInt(text, 1, text.length(), 16);
    return 0.2126 * linear(rgb >> 16)
        + 0.7152 * linear(rgb >> 8 & 0xFF)
        + 0.0722 * linear(rgb & 0xFF);
  }

  private static double linear(int channel) {
    double share = channel / 255.0;
    return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  }
}
