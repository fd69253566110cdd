package florin.lists;

import florin.lists.ListEntry.Listed;
import java.net.IDN;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What is known about the payer of a payment, as far as lists ask for it.
 *
 * @param values all but the address
 * @param address of the payer's browser; empty if a server sent the payment
 */
public record PayerTraits(List<Listed> values, Optional<InetAddress> address) {
  private static final int SHORT_BIN = 6;
  private static final int LONG_BIN = 8;

  /**
   * The length from which a number has a longer bank identification number. PCI DSS 3.4 forbids
   * showing eight digits of a shorter number next to the last four.
   */
  private static final int LEAST_OF_LONG_BIN = 16;

  public PayerTraits {
    values = List.copyOf(values);
  }

  /** Returns the traits of a card; a number is empty if only a provider has seen it. */
  public static PayerTraits of(
      Optional<String> fingerprint,
      Optional<String> number,
      Collection<String> emails,
      Optional<InetAddress> address) {
    var values = new ArrayList<Listed>();
    fingerprint.ifPresent(it -> values.add(new Listed(ListKind.CARD_FINGERPRINT, it)));
    number.ifPresent(digits -> {
      values.add(new Listed(ListKind.CARD_BIN, digits.substring(0, SHORT_BIN)));
      if (digits.length() >= LEAST_OF_LONG_BIN) {
        values.add(new Listed(ListKind.CARD_BIN, digits.substring(0, LONG_BIN)));
      }
    });
    for (String email : emails) {
      String normal = normal(email);
      values.add(new Listed(ListKind.EMAIL, normal));
      values.add(new Listed(ListKind.EMAIL_DOMAIN, normal.substring(normal.lastIndexOf('@') + 1)));
    }
    return new PayerTraits(values, address);
  }

  /** Returns an email address in the form in which lists compare it. */
  static String normal(String email) {
    int at = email.lastIndexOf('@') + 1;
    return email.substring(0, at).toLowerCase(Locale.ROOT) + domain(email.substring(at));
  }

  /** Returns the ASCII form of a domain (RFC 5891), in lower case. */
  static String domain(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    try {
      return IDN.toASCII(lower);
    } catch (IllegalArgumentException noDomain) {
      return lower;
    }
  }
}
