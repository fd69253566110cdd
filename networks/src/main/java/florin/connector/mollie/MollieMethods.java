package florin.connector.mollie;

import florin.connector.Capabilities.PageMethods;
import florin.connector.Capabilities.PagesByPurpose;
import florin.connector.remote.RemoteObject;
import florin.core.Money;
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

  /** The methods that a payment can name, in Florin's words, if Mollie has enabled them. */
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

  /** The methods that Mollie saves with a payment, unless it lists others. */
  private static final Set<String> SAVED = Set.of("bancontact", "card", "eps", "ideal", "paypal");

  /** Those of them whose first payment may be of zero. */
  private static final Set<String> SET_UP = Set.of("card", "paypal");

  private MollieMethods() {}

  /**
   * Returns the methods of Mollie's page.
   *
   * @param offered the connector's setting
   */
  static PagesByPurpose ofPages(List<String> offered) {
    var paying = new PageMethods(offered, POSSIBLE);
    return new PagesByPurpose(paying, paying.only(SAVED), paying.only(SET_UP));
  }

  /** Returns those methods that no payment of Florin can have, because it has no order lines. */
  static List<String> impossible(List<String> methods) {
    return methods.stream().filter(WITH_LINES::contains).toList();
  }

  /**
   * Returns the methods that a first payment saves, if Mollie's list is not known.
   *
   * @param isSetup whether the payment is of zero
   */
  static Set<String> savable(boolean isSetup) {
    return isSetup ? SET_UP : SAVED;
  }

  /**
   * A method in a list of Mollie's, in Florin's words.
   *
   * @param least empty if Mollie reports none
   * @param most empty without a limit
   */
  record Limited(String method, Optional<Money> least, Optional<Money> most) {
    /** Returns whether the amount is within the limits. Those of another currency don't apply. */
    boolean allows(Money amount) {
      return least.filter(limit -> isBelow(amount, limit)).isEmpty()
          && most.filter(limit -> isBelow(limit, amount)).isEmpty();
    }

    private static boolean isBelow(Money one, Money other) {
      return one.currency().equals(other.currency()) && other.isMoreThan(one);
    }
  }

  /** Returns the methods in a list of Mollie's with their limits. */
  static List<Limited> limited(RemoteObject methods) {
    return methods.objects("_embedded", "methods").stream()
        .flatMap(method ->
            read(method.text("id")).stream()
                .map(name ->
                    new Limited(
                        name,
                        MollieMoney.read("minimumAmount", method),
                        MollieMoney.read("maximumAmount", method))))
        .toList();
  }

  /** Returns the methods in a list of Mollie's, in Florin's words. */
  static List<String> list(RemoteObject methods) {
    return methods.objects("_embedded", "methods").stream()
        .flatMap(method -> read(method.text("id")).stream())
        .toList();
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
