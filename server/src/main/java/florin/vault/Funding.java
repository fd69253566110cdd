package florin.vault;

import florin.core.Mode;
import florin.core.Pan;
import java.util.Locale;
import java.util.Set;

/**
 * The funding of a card. Only issuers know it by number. Without their tables, Florin knows it for
 * test numbers only.
 */
public enum Funding {
  CREDIT,
  DEBIT,
  PREPAID,
  UNKNOWN;

  private static final Set<String> DEBIT_NUMBERS = Set.of("4000056655665556", "5200828282828210");
  private static final Set<String> PREPAID_NUMBERS = Set.of("5105105105105100");
  private static final Set<String> CREDIT_NUMBERS =
      Set.of(
          "4242424242424242",
          "5555555555554444",
          "2223003122003222",
          "378282246310005",
          "371449635398431",
          "6011111111111117",
          "6011000990139424",
          "3056930009020004",
          "36227206271667",
          "3566002020360505",
          "6200000000000005");

  private final String text = name().toLowerCase(Locale.ROOT);

  public static Funding of(Pan pan, Mode mode) {
    String digits = pan.digits();
    if (mode.isLive()) {
      return UNKNOWN;
    } else if (CREDIT_NUMBERS.contains(digits)) {
      return CREDIT;
    } else if (DEBIT_NUMBERS.contains(digits)) {
      return DEBIT;
    } else if (PREPAID_NUMBERS.contains(digits)) {
      return PREPAID;
    } else {
      return UNKNOWN;
    }
  }

  /** Returns the text in SQL and JSON. */
  public String text() {
    return text;
  }

  public static Funding ofText(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
