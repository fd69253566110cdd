package florin.connector.mollie;

import florin.connector.Capabilities.PageMethods;
import florin.connector.Capabilities.PagesByPurpose;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The payment methods that have another name at Mollie than in Florin. All others have the same
 * name.
 */
final class MollieMethods {
  /** Florin's names, by Mollie's. */
  private static final Map<String, String> NAMES =
      Map.of(
          "creditcard", "card",
          "directdebit", "sepa_debit",
          "banktransfer", "bank_transfer",
          "przelewy24", "p24",
          "paybybank", "pay_by_bank");

  /** The methods for which Mollie requires order lines. */
  private static final Set<String> WITH_LINES =
      Set.of("billie", "in3", "klarna", "riverty", "voucher");

  /** The methods that a payment can name, in Florin's words. Source: Mollie, "Payment methods". */
  private static final Set<String> POSSIBLE =
      Set.of(
          "alma",
          "bancontact",
          "blik",
          "card",
          "eps",
          "ideal",
          "mobilepay",
          "multibanco",
          "p24",
          "pay_by_bank",
          "paypal",
          "satispay",
          "sepa_debit",
          "swish",
          "twint");

  /** The methods that Mollie saves with a payment. */
  private static final Set<String> SAVED = Set.of("bancontact", "card", "ideal", "paypal");

  /** The methods whose first payment may be of zero. */
  private static final List<String> SET_UP = List.of("card", "paypal");

  private MollieMethods() {}

  /**
   * Returns the methods of Mollie's page.
   *
   * @param offered the connector's setting
   */
  static PagesByPurpose ofPages(List<String> offered) {
    var paying = new PageMethods(offered, POSSIBLE);
    return new PagesByPurpose(paying, paying.only(SAVED), paying.only(Set.copyOf(SET_UP)));
  }

  /** Returns those methods that no payment of Florin can have, because it has no order lines. */
  static List<String> impossible(List<String> methods) {
    return methods.stream().filter(WITH_LINES::contains).toList();
  }

  /** Returns those methods that can be saved without a charge; all of them for no methods. */
  static List<String> setUp(List<String> methods) {
    return SET_UP.stream().filter(it -> methods.isEmpty() || methods.contains(it)).toList();
  }

  /** Returns Mollie's names, without duplicates. */
  static List<String> write(List<String> methods) {
    return methods.stream().map(MollieMethods::write).distinct().toList();
  }

  private static String write(String method) {
    return NAMES.entrySet().stream()
        .filter(name -> name.getValue().equals(method))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(method);
  }

  /** Returns Florin's name. */
  static Optional<String> read(Optional<String> method) {
    return method.map(name -> NAMES.getOrDefault(name, name));
  }
}
