package florin.connector;

import java.net.URI;
import java.time.Instant;

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
}
