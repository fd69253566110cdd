package florin.payment.machine;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The reason why a payment was canceled. */
public enum CancellationReason {
  DUPLICATE,
  FRAUDULENT,
  REQUESTED_BY_CUSTOMER,
  /** The payer gave up or did not act in time. */
  ABANDONED,
  /** The authorization was not captured in time. */
  EXPIRED;

  /** The reasons that a merchant may give. Only Florin gives `expired`. */
  public static final Set<CancellationReason> OF_MERCHANTS =
      EnumSet.complementOf(EnumSet.of(EXPIRED));

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static CancellationReason of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
