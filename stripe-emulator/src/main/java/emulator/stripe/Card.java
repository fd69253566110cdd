package emulator.stripe;

/** The payment details of a payer and their effect: Stripe's test cards, and a bank debit. */
public enum Card {
  VISA("visa", "4242", Course.PAID),
  MASTERCARD("mastercard", "4444", Course.PAID),
  /** The payer passes the challenge. */
  CHALLENGED("visa", "3220", Course.PAID),
  /** The payer fails the challenge. */
  CHALLENGE_FAILED("visa", "1629", Course.DECLINED, "payment_intent_authentication_failure", ""),
  DECLINED("visa", "0002", Course.DECLINED, "card_declined", "generic_decline"),
  INSUFFICIENT_FUNDS("visa", "9995", Course.DECLINED, "card_declined", "insufficient_funds"),
  LOST_CARD("visa", "9987", Course.DECLINED, "card_declined", "lost_card"),
  EXPIRED_CARD("visa", "0069", Course.DECLINED, "expired_card", ""),
  /** A SEPA debit, whose outcome takes days. */
  DEBIT("", "3000", Course.PROCESSING);

  private final String brand;
  private final String last4;
  private final Course course;
  private final String code;
  private final String declineCode;

  enum Course {
    PAID,
    DECLINED,
    PROCESSING
  }

  Card(String brand, String last4, Course course) {
    this(brand, last4, course, "", "");
  }

  Card(String brand, String last4, Course course, String code, String declineCode) {
    this.brand = brand;
    this.last4 = last4;
    this.course = course;
    this.code = code;
    this.declineCode = declineCode;
  }

  String brand() {
    return brand;
  }

  String last4() {
    return last4;
  }

  Course course() {
    return course;
  }

  /** Returns the code of the error. */
  String code() {
    return code;
  }

  /** Returns the issuer's decline code, or an empty string. */
  String declineCode() {
    return declineCode;
  }

  boolean isCard() {
    return this != DEBIT;
  }
}
