package florin.dashboard;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Why somebody has to look at payments: each is a list that {@link Attention} leads to. */
enum PaymentNeed {
  CAPTURE_WITHIN_24H("Capture ends within 24 hours"),
  CAPTURE_WITHIN_48H("Capture ends within 48 hours"),
  DISPUTED("Disputed by the payer"),
  OVERDUE("Undecided for too long");

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

  /** The list of these. */
  String path() {
    return ListKind.PAYMENTS.path() + "?" + FIELD + "=" + text();
  }
}
