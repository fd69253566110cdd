package florin.payment.machine;

import java.util.Locale;

/** Whether the money is captured with the authorization or by a separate call. */
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
