package florin.connector;

import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/** The action that the payer must take before an authorization can continue. */
public sealed interface PayerAction {
  /** The payer must act on a page of Florin. */
  record OwnPage() implements PayerAction {}

  /**
   * An action on the provider's page, from which the payer returns to {@link
   * AuthorizeRequest#returnUrl}.
   *
   * @param expires when that page becomes invalid, as far as the provider reports it now
   * @param isCancelable whether Florin can end the page before it expires
   */
  record Redirect(URI url, Instant expires, boolean isCancelable) implements PayerAction {
    /** Creates the action on a page that Florin can end. */
    public Redirect(URI url, Instant expires) {
      this(url, expires, true);
    }
  }

  /**
   * A bank transfer by the payer.
   *
   * @param reference the reference that the payer must give in the transfer, by which it is matched
   *     (ISO 11649)
   * @param bic of the payee's bank, if one is needed
   * @param holder of the payee's account, as its bank spells it
   * @param expires when the payment stops waiting for it
   */
  record BankInstructions(
      String reference, String iban, Optional<String> bic, String holder, Instant expires)
      implements PayerAction {}
}
