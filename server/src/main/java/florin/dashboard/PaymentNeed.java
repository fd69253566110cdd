package florin.dashboard;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The reasons why payments need a person. Each has a list to which {@link Attention} links. */
enum PaymentNeed {
  CAPTURE_WITHIN_24H("Capture ends within 24 hours"),
  CAPTURE_WITHIN_48H("Capture ends within 48 hours"),
  DISPUTED("Disputed by the payer"),
  OVERDUE("Stuck in processing");

  static final String FIELD = "attention";

  static final List<SelectOption> OPTIONS =
      Arrays.stream(values()).map(need -> new SelectOption(need.text(), need.words)).toList();

  private final String words;

  PaymentNeed(String words) {
    this.words = words;
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  String words() {
    return words;
  }

  /** Returns the path of the list. */
  String path() {
    return ListKind.PAYMENTS.path() + "?" + FIELD + "=" + text();
  }
}
