package florin.dashboard.parts;

import florin.core.Id;
import java.util.Optional;

/** The path of an object's page, by its id. A refund leads to the list that shows its payment. */
public final class ObjectPath {
  /** The page about the brake on card testing. */
  public static final String BRAKE = "/dashboard/fraud";

  /** The page of the block list and the allow list. */
  public static final String LISTS = BRAKE + "/lists";

  private ObjectPath() {}

  public static Optional<String> of(String id) {
    return switch (prefix(id)) {
      case "pay" -> Optional.of("/dashboard/payments/" + id);
      case "cus" -> Optional.of("/dashboard/customers/" + id);
      case "cs" -> Optional.of("/dashboard/checkout/" + id);
      case "ccr" -> Optional.of("/dashboard/bank/credits/" + id);
      case "umt" -> Optional.of("/dashboard/bank/transfers/" + id);
      case "plink" -> Optional.of("/dashboard/payment-links/" + id);
      case "we" -> Optional.of("/dashboard/webhooks/" + id);
      case "evt" -> Optional.of("/dashboard/events/" + id);
      case "cn" -> Optional.of("/dashboard/connectors/" + id);
      case "del" -> Optional.of("/dashboard/webhooks/deliveries/" + id);
      case "req" -> Optional.of("/dashboard/requests/" + id);
      case "po" -> Optional.of("/dashboard/payouts/" + id);
      case "dp" -> Optional.of("/dashboard/disputes/" + id);
      case "le" -> Optional.of(LISTS + "?q=" + id);
      case "re" -> Optional.of("/dashboard/payments?q=" + id);
      default -> Optional.empty();
    };
  }

  /** Returns the path of an object that has a page. */
  public static String of(Id id) {
    return of(id.text()).orElseThrow();
  }

  /** Returns the noun for an object with this id. */
  public static String noun(String id) {
    return switch (prefix(id)) {
      case "pay" -> "Payment";
      case "re" -> "Refund";
      case "po" -> "Payout";
      case "dp" -> "Dispute";
      case "cus" -> "Customer";
      case "pm" -> "Payment method";
      case "st" -> "Setup";
      case "mnd" -> "Mandate";
      case "cs" -> "Checkout session";
      case "ccr" -> "Customer credit";
      case "umt" -> "Unmatched transfer";
      case "plink" -> "Payment link";
      case "we" -> "Webhook endpoint";
      case "evt" -> "Event";
      case "del" -> "Delivery";
      case "cn" -> "Connector";
      case "le" -> "List entry";
      default -> "Object";
    };
  }

  private static String prefix(String id) {
    return id.substring(0, Math.max(0, id.indexOf('_')));
  }
}
