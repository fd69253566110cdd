package florin.vault;

import florin.core.Mode;
import florin.core.Pan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The funding of a card. Only issuers know it by number. Without their tables, Florin knows it for
 * test numbers only.
 */
public enum Funding {
  CREDIT,
  DEBIT,
  PREPAID,
  UNKNOWN;

  /** The test numbers, in the order of the documentation. */
  private static final Map<String, Funding> KNOWN = new LinkedHashMap<>();

  static {
    KNOWN.put("4242424242424242", CREDIT);
    KNOWN.put("4000056655665556", DEBIT);
    KNOWN.put("5555555555554444", CREDIT);
    KNOWN.put("2223003122003222", CREDIT);
    KNOWN.put("5200828282828210", DEBIT);
    KNOWN.put("5105105105105100", PREPAID);
    KNOWN.put("378282246310005", CREDIT);
    KNOWN.put("371449635398431", CREDIT);
    KNOWN.put("6011111111111117", CREDIT);
    KNOWN.put("6011000990139424", CREDIT);
    KNOWN.put("3056930009020004", CREDIT);
    KNOWN.put("36227206271667", CREDIT);
    KNOWN.put("3566002020360505", CREDIT);
    KNOWN.put("6200000000000005", CREDIT);
  }

  private final String text = name().toLowerCase(Locale.ROOT);

  public static Funding of(Pan pan, Mode mode) {
    return mode.isLive() ? UNKNOWN : KNOWN.getOrDefault(pan.digits(), UNKNOWN);
  }

  /** Returns the test numbers whose funding Florin knows. */
  public static List<String> testNumbers() {
    return List.copyOf(KNOWN.keySet());
  }

  /** Returns the text in SQL and JSON. */
  public String text() {
    return text;
  }

  public static Funding ofText(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
