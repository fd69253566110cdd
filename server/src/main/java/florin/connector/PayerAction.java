package florin.connector;

import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/** What the payer has to do before an authorisation can go on. */
public sealed interface PayerAction {
  /** Something on a page of ours. */
  record OwnPage() implements PayerAction {}

  /**
   * Something on the provider's page, from which the payer comes back to {@link
   * AuthorizeRequest#returnUrl}.
   *
   * @param expires when that page is of no use any more
   */
  record Redirect(URI url, Instant expires) implements PayerAction {}

  /**
   * Has a bank send the amount.
   *
   * @param reference what is to be named in the transfer, by which it is known (ISO 11649)
   * @param bic of the payee's bank, where one is needed
   * @param holder of the payee's account, as its bank spells it
   * @param expires until when it is waited for
   */
  record BankInstructions(
      String reference, String iban, Optional<String> bic, String holder, Instant expires)
      implements PayerAction {}
}
