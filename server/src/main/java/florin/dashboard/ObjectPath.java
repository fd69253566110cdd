package florin.dashboard;

import java.util.Optional;

/** Where an object has a page of its own, by its id. */
final class ObjectPath {
  private ObjectPath() {}

  static Optional<String> of(String id) {
    return switch (id.substring(0, Math.max(0, id.indexOf('_')))) {
      case "pay" -> Optional.of("/dashboard/payments/" + id);
      case "cus" -> Optional.of("/dashboard/customers/" + id);
      case "cs" -> Optional.of(CheckoutPages.PATH + "/" + id);
      case "plink" -> Optional.of(PaymentLinkPages.PATH + "/" + id);
      case "we" -> Optional.of("/dashboard/webhooks/" + id);
      case "evt" -> Optional.of("/dashboard/events/" + id);
      default -> Optional.empty();
    };
  }
}
