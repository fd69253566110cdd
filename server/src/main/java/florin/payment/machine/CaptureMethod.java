package florin.payment.machine;

import java.util.Locale;

/** Whether the money is taken with the authorisation, or by a call of its own. */
public enum CaptureMethod {
  AUTOMATIC,
  MANUAL;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static CaptureMethod of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
