package florin.instrument;

import florin.core.ErrorCode;
import java.util.Optional;

/**
 * What is wrong with a card before any network has seen it. It is answered as a `card_error`, 402.
 *
 * @param field the wrong field of `card`, for example `exp_month`
 * @param message for the payer: what is wrong and what to do
 */
public record CardFault(ErrorCode code, String field, String message) {
  /** Where in a request's payment method it stands: `card.exp_month`. */
  public String param() {
    return "card." + field;
  }

  /**
   * Which field is to be looked at again, whoever has found the fault; empty where it is none of
   * one field.
   */
  public static Optional<String> param(ErrorCode code) {
    return switch (code) {
      case INCORRECT_NUMBER -> Optional.of("card.number");
      case INVALID_EXPIRY_MONTH, EXPIRED_CARD -> Optional.of("card.exp_month");
      case INVALID_EXPIRY_YEAR -> Optional.of("card.exp_year");
      case INVALID_CVC, INCORRECT_CVC -> Optional.of("card.cvc");
      default -> Optional.empty();
    };
  }
}
