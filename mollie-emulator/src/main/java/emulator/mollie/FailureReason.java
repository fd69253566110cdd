package emulator.mollie;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The reasons for which a card payment can fail (`details.failureReason`). */
public enum FailureReason {
  AUTHENTICATION_ABANDONED,
  AUTHENTICATION_FAILED,
  AUTHENTICATION_REQUIRED,
  AUTHENTICATION_UNAVAILABLE_ACS,
  CARD_DECLINED,
  CARD_EXPIRED,
  INACTIVE_CARD,
  INSUFFICIENT_FUNDS,
  INVALID_CVV,
  INVALID_CARD_HOLDER_NAME,
  INVALID_CARD_NUMBER,
  INVALID_CARD_TYPE,
  POSSIBLE_FRAUD,
  REFUSED_BY_ISSUER,
  UNKNOWN_REASON;

  /** The amounts in EUR that select a reason in Mollie's test mode, in cents. */
  private static final Map<Long, FailureReason> BY_AMOUNT =
      Map.ofEntries(
          Map.entry(1001_00L, INVALID_CARD_NUMBER),
          Map.entry(1002_00L, INVALID_CVV),
          Map.entry(1003_00L, INVALID_CARD_HOLDER_NAME),
          Map.entry(1004_00L, CARD_EXPIRED),
          Map.entry(1005_00L, INVALID_CARD_TYPE),
          Map.entry(1006_00L, REFUSED_BY_ISSUER),
          Map.entry(1007_00L, INSUFFICIENT_FUNDS),
          Map.entry(1008_00L, INACTIVE_CARD),
          Map.entry(1009_00L, POSSIBLE_FRAUD),
          Map.entry(1010_00L, AUTHENTICATION_FAILED),
          Map.entry(1011_00L, CARD_DECLINED));

  /** Returns the reason that this amount selects in test mode. */
  static Optional<FailureReason> of(Amount amount) {
    return amount.currency().equals("EUR")
        ? Optional.ofNullable(BY_AMOUNT.get(amount.minor()))
        : Optional.empty();
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
