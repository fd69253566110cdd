package florin.dashboard.disputes;

import florin.dashboard.parts.CodeText;
import florin.payment.evidence.EvidenceField;
import florin.payment.evidence.EvidenceFile.Kind;
import java.util.Locale;

/** Evidence in words: its names, and why it counts. */
final class EvidenceText {
  private EvidenceText() {}

  static String label(EvidenceField field) {
    return switch (field) {
      case CUSTOMER_PURCHASE_IP -> "Customer's IP address";
      case DUPLICATE_CHARGE_ID -> "ID of the other payment";
      case UNCATEGORIZED_TEXT -> "Other text";
      default -> CodeText.of(field);
    };
  }

  static String label(Kind kind) {
    return kind == Kind.UNCATEGORIZED_FILE ? "Other file" : CodeText.of(kind);
  }

  static String why(EvidenceField field) {
    return switch (field) {
      case ACCESS_ACTIVITY_LOG -> "Shows that the customer used a digital product.";
      case BILLING_ADDRESS -> "The bank compares it with the cardholder's address.";
      case CANCELLATION_POLICY_DISCLOSURE ->
          "Shows that the customer saw the policy before they paid.";
      case CANCELLATION_REBUTTAL -> "Says why the subscription was still active.";
      case CUSTOMER_EMAIL_ADDRESS -> "Connects the order with the cardholder.";
      case CUSTOMER_NAME -> "The bank compares it with the cardholder's name.";
      case CUSTOMER_PURCHASE_IP -> "Shows from where the customer ordered.";
      case DUPLICATE_CHARGE_EXPLANATION -> "Says how the two payments differ.";
      case DUPLICATE_CHARGE_ID -> "Names the payment that the cardholder takes for the same.";
      case PRODUCT_DESCRIPTION -> "Tells the bank what the customer bought.";
      case REFUND_POLICY_DISCLOSURE -> "Shows that the customer saw the policy before they paid.";
      case REFUND_REFUSAL_EXPLANATION -> "Says why the customer has no right to a refund.";
      case SERVICE_DATE -> "Shows when the service was provided.";
      case SHIPPING_ADDRESS -> "Shows that the order went to the cardholder's address.";
      case SHIPPING_CARRIER -> "The bank checks the delivery with the carrier.";
      case SHIPPING_DATE -> "Shows that you shipped before the dispute.";
      case SHIPPING_TRACKING_NUMBER -> "Proves the delivery.";
      case UNCATEGORIZED_TEXT -> "Everything that has no field of its own.";
    };
  }

  static String why(Kind kind) {
    return switch (kind) {
      case CANCELLATION_POLICY -> "Shows the terms that the customer accepted.";
      case CUSTOMER_COMMUNICATION -> "The customer's own words count most.";
      case CUSTOMER_SIGNATURE -> "Shows that the cardholder received the order.";
      case DUPLICATE_CHARGE_DOCUMENTATION -> "Proves that there were two orders.";
      case RECEIPT -> "Shows what was ordered, when, and by whom.";
      case REFUND_POLICY -> "Shows the terms that the customer accepted.";
      case SERVICE_DOCUMENTATION -> "Proves that the service was provided.";
      case SHIPPING_DOCUMENTATION -> "Proves the delivery to the cardholder's address.";
      case UNCATEGORIZED_FILE -> "Everything that has no kind of its own.";
    };
  }

  /** Returns a size: `12 kB`, `4.5 MB`. */
  static String size(int bytes) {
    return bytes < 1_000_000
        ? "%d kB".formatted(Math.ceilDiv(bytes, 1000))
        : String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }

  static String pages(int pages) {
    return pages == 1 ? "1 page" : pages + " pages";
  }
}
