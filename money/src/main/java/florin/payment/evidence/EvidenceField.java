package florin.payment.evidence;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The texts of evidence, with the names and limits of Stripe's fields. */
public enum EvidenceField {
  /** Logs that show that the customer used a digital product. */
  ACCESS_ACTIVITY_LOG(EvidenceField.LONG),
  BILLING_ADDRESS,
  /** How and when the customer was shown the cancellation policy. */
  CANCELLATION_POLICY_DISCLOSURE(EvidenceField.LONG),
  CANCELLATION_REBUTTAL(EvidenceField.LONG),
  CUSTOMER_EMAIL_ADDRESS,
  CUSTOMER_NAME,
  CUSTOMER_PURCHASE_IP,
  DUPLICATE_CHARGE_EXPLANATION(EvidenceField.LONG),
  DUPLICATE_CHARGE_ID,
  PRODUCT_DESCRIPTION(EvidenceField.LONG),
  /** How and when the customer was shown the refund policy. */
  REFUND_POLICY_DISCLOSURE(EvidenceField.LONG),
  REFUND_REFUSAL_EXPLANATION(EvidenceField.LONG),
  SERVICE_DATE,
  SHIPPING_ADDRESS,
  SHIPPING_CARRIER,
  SHIPPING_DATE,
  SHIPPING_TRACKING_NUMBER,
  UNCATEGORIZED_TEXT(EvidenceField.LONG);

  /** The most characters of most fields. */
  private static final int SHORT = 5_000;

  /** The most characters of a field that explains something. */
  private static final int LONG = 20_000;

  private final int most;
  private final String text = name().toLowerCase(Locale.ROOT);

  EvidenceField() {
    this(SHORT);
  }

  EvidenceField(int most) {
    this.most = most;
  }

  /** Returns the most characters. */
  public int most() {
    return most;
  }

  /** Returns its name in the API, at Stripe and in the database. */
  public String text() {
    return text;
  }

  public static Optional<EvidenceField> find(String text) {
    return Stream.of(values()).filter(field -> field.text.equals(text)).findFirst();
  }
}
