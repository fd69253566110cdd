package florin.payment.view;

import florin.connector.PayerAction.BankInstructions;
import florin.core.Currency;
import florin.core.Money;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/** The payer's next action, without which a payment can't continue. */
sealed interface NextActionView {
  /** A redirect of the payer to a page. */
  record Redirect(String type, RedirectView redirectToUrl) implements NextActionView {}

  /**
   * The URLs of a redirect.
   *
   * @param url where to send the payer
   * @param returnUrl where the payer returns; empty if the page itself is the end
   */
  record RedirectView(String url, Optional<String> returnUrl) {}

  static NextActionView redirect(String url, Optional<URI> returnUrl) {
    return new Redirect("redirect_to_url", new RedirectView(url, returnUrl.map(URI::toString)));
  }

  /**
   * The instructions for a bank transfer by the payer.
   *
   * @param amount the amount that is still to be sent, in the smallest unit
   * @param reference the reference that the payer must give in the transfer
   * @param qrSvgUrl a QR code that banking apps read; empty if there is none for the currency
   * @param url a page of Florin with the same instructions
   */
  record BankTransferInstructions(
      String type,
      String iban,
      Optional<String> bic,
      String holder,
      long amount,
      Currency currency,
      String reference,
      Optional<String> qrSvgUrl,
      String url,
      Instant expiresAt)
      implements NextActionView {}

  static NextActionView transfer(
      BankInstructions told, Money outstanding, Optional<String> qrSvgUrl, String url) {
    return new BankTransferInstructions(
        "bank_transfer_instructions",
        told.iban(),
        told.bic(),
        told.holder(),
        outstanding.minor(),
        outstanding.currency(),
        told.reference(),
        qrSvgUrl,
        url,
        told.expires());
  }
}
