package florin.core;

import java.net.URI;

/**
 * Where a payer comes back to: the merchant's address with `payment=pay_…` added to its query, or
 * the id of what else it was about. How that stands is not in it on purpose: a payer can write
 * anything into an address, so the merchant must ask.
 */
public final class ReturnUrl {
  private ReturnUrl() {}

  /**
   * @param parameter by which the id is added
   */
  public static String with(URI merchants, String parameter, Id id) {
    String text = merchants.toString();
    int hash = text.indexOf('#');
    String address = hash < 0 ? text : text.substring(0, hash);
    String fragment = hash < 0 ? "" : text.substring(hash);
    return address + separator(address) + parameter + "=" + id.text() + fragment;
  }

  private static String separator(String address) {
    if (address.indexOf('?') < 0) {
      return "?";
    }
    return address.endsWith("?") || address.endsWith("&") ? "" : "&";
  }
}
