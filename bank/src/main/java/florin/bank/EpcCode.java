package florin.bank;

import florin.core.Bic;
import florin.core.Iban;
import florin.core.Money;
import florin.page.QrCode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The QR code with which a payer's banking app fills in a transfer: EPC069-12, version 002, a SEPA
 * credit transfer with a structured reference. The name has only letters that every bank accepts
 * ({@link SepaText}). The code could carry others, but some apps garble them.
 *
 * @param text the content of the code, at most 331 bytes
 */
public record EpcCode(String text) {
  public static final int MAX_BYTES = 331;
  public static final int MAX_NAME = 70;

  /** EPC069-12: an amount is EUR0.01 to EUR999999999.99. */
  private static final long MAX_CENTS = 99_999_999_999L;

  private static final String EURO = "eur";

  public EpcCode {
    if (text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new IllegalArgumentException("an EPC code has at most " + MAX_BYTES + " bytes");
    }
  }

  /** Returns whether such a code can request an amount: it supports euros only. */
  public static boolean carries(Money amount) {
    return amount.currency().code().equals(EURO)
        && amount.minor() > 0
        && amount.minor() <= MAX_CENTS;
  }

  /**
   * Returns the code for a transfer.
   *
   * @param holder the holder of the account, as the bank spells it
   * @param amount an amount that {@link #carries} allows
   */
  public static EpcCode of(
      Optional<Bic> bic, String holder, Iban iban, Money amount, CreditorReference reference) {
    if (!carries(amount)) {
      throw new IllegalArgumentException("an EPC code asks for EUR 0.01 to 999,999,999.99");
    }
    return new EpcCode(
        String.join(
            "\n",
            "BCD", // the service tag
            "002", // the version
            "1", // UTF-8
            "SCT",
            bic.map(Bic::text).orElse(""),
            SepaText.of(holder, iban.country(), MAX_NAME),
            iban.text(),
            "EUR" + BigDecimal.valueOf(amount.minor(), 2).toPlainString(),
            "", // no purpose
            reference.text()));
  }

  /**
   * Returns the code as an SVG of a single path, black on white, which cameras can read even in
   * dark mode.
   */
  public String svg() {
    var code = QrCode.of(text);
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %1$d" shape-rendering="crispEdges">\
    <path fill="#fff" d="M0,0h%1$dv%1$dH0z"/><path d="%2$s"/></svg>
    """
        .formatted(code.size(), code.path());
  }
}
