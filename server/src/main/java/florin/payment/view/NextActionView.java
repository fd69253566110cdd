package florin.payment.view;

import florin.connector.PayerAction.BankInstructions;
import florin.core.Currency;
import florin.core.Money;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/** What the payer has to do before a payment can go on. */
sealed interface NextActionView {
  /** The payer is sent to a page. */
  record Redirect(String type, RedirectView redirectToUrl) implements NextActionView {}

  /**
   * @param url where to send the payer
   * @param returnUrl where the payer comes back to; empty when the page itself is the end
   */
  record RedirectView(String url, Optional<String> returnUrl) {}

  static NextActionView redirect(String url, Optional<URI> returnUrl) {
    return new Redirect("redirect_to_url", new RedirectView(url, returnUrl.map(URI::toString)));
  }

  /**
   * The payer has a bank send the amount.
   *
   * @param amount that is still to be sent, in the smallest unit
   * @param reference what is to be named in the transfer
   * @param qrSvgUrl a picture that banking apps read; empty where there is none for the currency
   * @param url a page of ours that says the same
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
