package florin.payment.evidence;

import static florin.payment.evidence.EvidenceField.BILLING_ADDRESS;
import static florin.payment.evidence.EvidenceField.CANCELLATION_POLICY_DISCLOSURE;
import static florin.payment.evidence.EvidenceField.CANCELLATION_REBUTTAL;
import static florin.payment.evidence.EvidenceField.CUSTOMER_EMAIL_ADDRESS;
import static florin.payment.evidence.EvidenceField.CUSTOMER_NAME;
import static florin.payment.evidence.EvidenceField.CUSTOMER_PURCHASE_IP;
import static florin.payment.evidence.EvidenceField.DUPLICATE_CHARGE_EXPLANATION;
import static florin.payment.evidence.EvidenceField.DUPLICATE_CHARGE_ID;
import static florin.payment.evidence.EvidenceField.PRODUCT_DESCRIPTION;
import static florin.payment.evidence.EvidenceField.REFUND_POLICY_DISCLOSURE;
import static florin.payment.evidence.EvidenceField.REFUND_REFUSAL_EXPLANATION;
import static florin.payment.evidence.EvidenceField.SHIPPING_ADDRESS;
import static florin.payment.evidence.EvidenceField.SHIPPING_CARRIER;
import static florin.payment.evidence.EvidenceField.SHIPPING_DATE;
import static florin.payment.evidence.EvidenceField.SHIPPING_TRACKING_NUMBER;

import florin.payment.evidence.EvidenceFile.Kind;
import java.util.List;

/**
 * The evidence that counts for a reason.
 *
 * @param fields the texts, the most important first
 * @param files the files, the most important first
 */
public record Recommended(List<EvidenceField> fields, List<Kind> files) {
  public Recommended {
    fields = List.copyOf(fields);
    files = List.copyOf(files);
  }

  /**
   * Returns the evidence for a reason.
   *
   * @param reason in the provider's words
   */
  public static Recommended of(String reason) {
    return switch (reason) {
      case "fraudulent", "unrecognized" ->
          new Recommended(
              List.of(
                  CUSTOMER_NAME,
                  CUSTOMER_EMAIL_ADDRESS,
                  CUSTOMER_PURCHASE_IP,
                  BILLING_ADDRESS,
                  PRODUCT_DESCRIPTION),
              List.of(Kind.RECEIPT, Kind.CUSTOMER_COMMUNICATION));
      case "product_not_received" ->
          new Recommended(
              List.of(
                  SHIPPING_TRACKING_NUMBER,
                  SHIPPING_CARRIER,
                  SHIPPING_DATE,
                  SHIPPING_ADDRESS,
                  PRODUCT_DESCRIPTION),
              List.of(Kind.SHIPPING_DOCUMENTATION, Kind.CUSTOMER_COMMUNICATION));
      case "product_unacceptable" ->
          new Recommended(
              List.of(PRODUCT_DESCRIPTION, REFUND_POLICY_DISCLOSURE, REFUND_REFUSAL_EXPLANATION),
              List.of(Kind.CUSTOMER_COMMUNICATION, Kind.REFUND_POLICY));
      case "duplicate" ->
          new Recommended(
              List.of(DUPLICATE_CHARGE_ID, DUPLICATE_CHARGE_EXPLANATION),
              List.of(Kind.DUPLICATE_CHARGE_DOCUMENTATION, Kind.RECEIPT));
      case "subscription_canceled" ->
          new Recommended(
              List.of(CANCELLATION_REBUTTAL, CANCELLATION_POLICY_DISCLOSURE),
              List.of(Kind.CANCELLATION_POLICY, Kind.CUSTOMER_COMMUNICATION));
      case "credit_not_processed" ->
          new Recommended(
              List.of(REFUND_REFUSAL_EXPLANATION, REFUND_POLICY_DISCLOSURE),
              List.of(Kind.REFUND_POLICY, Kind.CUSTOMER_COMMUNICATION));
      default ->
          new Recommended(
              List.of(CUSTOMER_NAME, PRODUCT_DESCRIPTION),
              List.of(Kind.RECEIPT, Kind.CUSTOMER_COMMUNICATION));
    };
  }
}
