package florin.connector;

import java.util.List;

/**
 * By what a network gets at the money, for one authorisation: the part of an instrument that is
 * sent and never shown (W3C Payment Request: payment credentials). What of it there is to be seen
 * and kept is the instrument's.
 */
public sealed interface Credential permits PlainCard, Credential.Page, Credential.Transfer {
  /**
   * None: the payer gives it to the provider, on a page of the provider's.
   *
   * @param methods what the page shall offer, in the provider's words
   */
  record Page(List<String> methods) implements Credential {
    public Page {
      methods = List.copyOf(methods);
    }
  }

  /** None: the payer has a bank send the money. */
  record Transfer() implements Credential {}
}
