package florin.dashboard.payments;

import java.util.Arrays;
import java.util.Locale;

/** The reasons why payments need a person. Each has a list to which the home page links. */
public enum PaymentNeed {
  CAPTURE_WITHIN_24H("Capture ends within 24 hours"),
  CAPTURE_WITHIN_48H("Capture ends within 48 hours"),
  OVERDUE("Stuck in processing");

  static final String FIELD = "attention";

  private final String words;

  PaymentNeed(String words) {
    this.words = words;
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the words of a need by its text. */
  static String words(String text) {
    return Arrays.stream(values())
        .filter(need -> need.text().equals(text))
        .map(need -> need.words)
        .findFirst()
        .orElse("");
  }

  /** Returns the path of the list. */
  public String path() {
    return PaymentListPages.PATH + "?" + FIELD + "=" + text();
  }
}
