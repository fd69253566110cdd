package florin.payment;

import florin.core.ErrorCode;
import florin.core.Money;
import florin.http.Format;
import florin.http.Range;
import florin.http.TextFormats;
import florin.payment.machine.CancellationReason;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** The formats of an amount, a statement descriptor, a return URL and a cancellation's reason. */
public final class PaymentFormats {
  public static final Format<Long> AMOUNT =
      Format.integer(
          Range.of(1, Money.MAX_MINOR)
              .described(
                  "an integer in the currency's smallest unit, for example 1000 for 10.00 usd")
              .refusedWith(ErrorCode.AMOUNT_TOO_SMALL, ErrorCode.AMOUNT_TOO_LARGE));

  public static final Format<String> STATEMENT_DESCRIPTOR =
      TextFormats.of(
          Format.text(
              "must be 1 to 22 letters, digits, spaces or .,*-& with at least one letter",
              "SHOP",
              text ->
                  text.matches("[A-Za-z0-9 .,*&-]{1,22}") && text.matches(".*[A-Za-z].*")
                      ? Optional.of(text)
                      : Optional.empty()));

  /** The languages of the mails and pages for payers. */
  public static final Format<String> LOCALE =
      Format.choice(List.of("en", "de", "fr", "es"), language -> language);

  /** The URL where a payer returns: `http` or `https`, without user information. */
  public static final Format<URI> RETURN_URL = AuthenticationFormats.RETURN_URL;

  /** A page of the merchant that payers open over https. */
  public static final Format<URI> SAFE_URL = AuthenticationFormats.SAFE_URL;

  static final Format<CancellationReason> CANCELLATION_REASON =
      Format.choice(List.copyOf(CancellationReason.OF_MERCHANTS), CancellationReason::text);

  private PaymentFormats() {}
}
