package florin.payment.machine;

import florin.core.Id.PaymentId;
import java.net.URI;

/**
 * Where a payer comes back to after acting: the merchant's address with `payment=pay_…` added to
 * its query. How the payment stands is not in it on purpose: a payer can write anything into an
 * address, so the merchant must ask.
 */
final class ReturnUrl {
  private ReturnUrl() {}

  static String with(URI merchants, PaymentId payment) {
    String text = merchants.toString();
    int hash = text.indexOf('#');
    String address = hash < 0 ? text : text.substring(0, hash);
    String fragment = hash < 0 ? "" : text.substring(hash);
    return address + separator(address) + "payment=" + payment + fragment;
  }

  private static String separator(String address) {
    if (address.indexOf('?') < 0) {
      return "?";
    }
    return address.endsWith("?") || address.endsWith("&") ? "" : "&";
  }
}
