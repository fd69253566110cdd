package florin.page;

import florin.vault.Brand;

/** A card for people: `Visa •••• 4242`. */
public final class CardText {
  private CardText() {}

  public static String of(Brand brand, String last4) {
    return name(brand) + " •••• " + last4;
  }

  private static String name(Brand brand) {
    return switch (brand) {
      case VISA -> "Visa";
      case MASTERCARD -> "Mastercard";
      case AMEX -> "American Express";
      case DISCOVER -> "Discover";
      case DINERS -> "Diners Club";
      case JCB -> "JCB";
      case UNIONPAY -> "UnionPay";
      case MAESTRO -> "Maestro";
      case ELO -> "Elo";
      case MIR -> "Mir";
      case RUPAY -> "RuPay";
      case UNKNOWN -> "Card";
    };
  }
}
