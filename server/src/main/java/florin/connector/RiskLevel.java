package florin.connector;

import java.util.Locale;

/** How likely a payment is fraud, as the network or its risk service sees it. */
public enum RiskLevel {
  NORMAL,
  ELEVATED,
  HIGHEST;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static RiskLevel of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
