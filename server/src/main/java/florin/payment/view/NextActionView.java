package florin.payment.view;

import java.net.URI;
import java.util.Optional;

/** What the payer has to do before a payment can go on. */
record NextActionView(String type, RedirectView redirectToUrl) {
  /**
   * @param url where to send the payer
   * @param returnUrl where the payer comes back to; empty when the page itself is the end
   */
  record RedirectView(String url, Optional<String> returnUrl) {}

  static NextActionView redirect(String url, Optional<URI> returnUrl) {
    return new NextActionView(
        "redirect_to_url", new RedirectView(url, returnUrl.map(URI::toString)));
  }
}
