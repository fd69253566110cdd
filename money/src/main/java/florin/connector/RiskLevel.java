package florin.connector;

import java.util.Locale;

/** The fraud risk of a payment, as the network or its risk service rates it. */
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
