package florin.instrument;

import florin.connector.Credential.PlainCard;
import florin.core.ErrorCode;
import florin.instrument.Instrument.InstrumentFault;
import florin.vault.Brand;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * The checks of a card that need no network. If there are several faults, the first in the order of
 * these checks is returned.
 *
 * <p>A card is valid through the last day of its month (ISO/IEC 7813), in the holder's time zone.
 * So the month has passed only when it has passed everywhere, at UTC−12. An issuer that decides
 * otherwise can still decline.
 */
public final class CardCheck {
  private static final ZoneOffset LAST_PLACE_ON_EARTH = ZoneOffset.ofHours(-12);

  /**
   * The furthest expiry year. No issuer dates a card further ahead; a later year is a typing error.
   */
  private static final int MOST_YEARS_AHEAD = 50;

  private CardCheck() {}

  /** Checks a card. Returns empty if it may be valid. */
  public static Optional<InstrumentFault> check(PlainCard card, Instant now) {
    Brand brand = Brand.of(card.pan());
    if (!card.pan().isValid() || !brand.allowsLength(card.pan().digits().length())) {
      return fault(
          ErrorCode.INCORRECT_NUMBER,
          "The card number is incorrect. Check it for a mistyped or missing digit.");
    }
    return checkExpiry(card.expMonth(), card.expYear(), now)
        .or(() ->
            card.code()
                .filter(code -> !brand.allowsCodeLength(code.length()))
                .flatMap(_ -> fault(ErrorCode.INVALID_CVC, codeMessage(brand))));
  }

  /** Checks an expiry date. Returns empty if it may be valid. */
  public static Optional<InstrumentFault> checkExpiry(int month, int year, Instant now) {
    var thisMonth = YearMonth.from(now.atOffset(LAST_PLACE_ON_EARTH));
    if (month < 1 || month > 12) {
      return fault(
          ErrorCode.INVALID_EXPIRY_MONTH,
          "The card's expiry month must be 1 to 12, not " + month + ". Check the month.");
    }
    if (year < thisMonth.getYear()) {
      return fault(
          ErrorCode.INVALID_EXPIRY_YEAR,
          "The card's expiry year, "
              + year
              + ", is in the past. Check the year, or use another card.");
    }
    if (year > thisMonth.getYear() + MOST_YEARS_AHEAD) {
      return fault(
          ErrorCode.INVALID_EXPIRY_YEAR,
          "The card's expiry year, " + year + ", is too far ahead. Check the year.");
    }
    if (YearMonth.of(year, month).isBefore(thisMonth)) {
      return fault(
          ErrorCode.EXPIRED_CARD,
          "The card expired at the end of %02d/%d. Use another card.".formatted(month, year));
    }
    return Optional.empty();
  }

  private static String codeMessage(Brand brand) {
    String expected =
        switch (brand) {
          case AMEX -> "the 4 digits on the front of the card";
          case UNKNOWN -> "3 or 4 digits";
          case VISA, MASTERCARD, DISCOVER, DINERS, JCB, UNIONPAY, MAESTRO, ELO, MIR, RUPAY ->
              "the last 3 digits on the back of the card";
        };
    return "The card's security code has the wrong length. Enter " + expected + ".";
  }

  private static Optional<InstrumentFault> fault(ErrorCode code, String message) {
    return Optional.of(new InstrumentFault(code, message));
  }
}
