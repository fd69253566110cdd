package florin.core;

import java.net.URI;

/**
 * The URL where a payer returns: the merchant's URL with `payment=pay_…`, or the id of another
 * object, added to its query. It does not contain the status on purpose. A payer can change any
 * part of a URL, so the merchant must ask the API.
 */
public final class ReturnUrl {
  private ReturnUrl() {}

  /**
   * Returns the URL with the id, in ASCII, because it is also sent in headers.
   *
   * @param parameter the name of the query parameter
   */
  public static String with(URI merchants, String parameter, Id id) {
    String text = merchants.toASCIIString();
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
