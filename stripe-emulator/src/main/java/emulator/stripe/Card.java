package emulator.stripe;

/**
 * The payment details of a payer and their effect: Stripe's test cards, two cards of the emulator
 * alone, and a bank debit.
 */
public enum Card {
  VISA("visa", "4242", Course.PAID, Later.PAID),
  MASTERCARD("mastercard", "4444", Course.PAID, Later.PAID),
  /** 4000002760000016: a card that was issued in Germany. */
  VISA_OF_GERMANY("visa", "0016", Course.PAID, Later.PAID),
  /** The payer passes the challenge. Every charge needs a challenge. */
  CHALLENGED("visa", "3220", Course.PAID, Later.CHALLENGE),
  /** The payer fails the challenge. */
  CHALLENGE_FAILED(
      "visa", "1629", Course.DECLINED, Later.DECLINED, "payment_intent_authentication_failure", ""),
  /**
   * 4000002500003155: the payer passes the challenge. A card that was set up needs no other one.
   */
  CHALLENGED_UNLESS_SET_UP("visa", "3155", Course.PAID, Later.CHALLENGE_UNLESS_SET_UP),
  /** 4000002760003184: the payer passes the challenge. Every charge needs a challenge. */
  ALWAYS_CHALLENGED("visa", "3184", Course.PAID, Later.CHALLENGE),
  DECLINED("visa", "0002", Course.DECLINED, Later.DECLINED, "card_declined", "generic_decline"),
  /** 4000000000000341: the card can be saved, and its charges are declined. */
  DECLINED_WHEN_CHARGED(
      "visa", "0341", Course.DECLINED, Later.DECLINED, "card_declined", "generic_decline"),
  /** A card of the emulator: after the card was saved, the payer revokes the authorization. */
  REVOKED(
      "visa", "7770", Course.PAID, Later.DECLINED, "card_declined", "revocation_of_authorization"),
  /** A card of the emulator: the issuer declines later charges, and asks for a challenge. */
  SOFT_DECLINED(
      "visa",
      "7788",
      Course.PAID,
      Later.DECLINED,
      "authentication_required",
      "authentication_required"),
  INSUFFICIENT_FUNDS(
      "visa", "9995", Course.DECLINED, Later.DECLINED, "card_declined", "insufficient_funds"),
  LOST_CARD("visa", "9987", Course.DECLINED, Later.DECLINED, "card_declined", "lost_card"),
  EXPIRED_CARD("visa", "0069", Course.DECLINED, Later.DECLINED, "expired_card", ""),
  /** A SEPA debit, whose outcome takes days. The emulator doesn't save it. */
  DEBIT("", "3000", Course.PROCESSING, Later.PAID);

  private final String brand;
  private final String last4;
  private final Course course;
  private final Later later;
  private final String code;
  private final String declineCode;

  /** The effect of a payment on the page. */
  enum Course {
    PAID,
    DECLINED,
    PROCESSING
  }

  /** The effect of a charge without the payer. */
  enum Later {
    PAID,
    DECLINED,
    CHALLENGE,
    CHALLENGE_UNLESS_SET_UP
  }

  Card(String brand, String last4, Course course, Later later) {
    this(brand, last4, course, later, "authentication_required", "authentication_required");
  }

  Card(String brand, String last4, Course course, Later later, String code, String declineCode) {
    this.brand = brand;
    this.last4 = last4;
    this.course = course;
    this.later = later;
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

  Later later() {
    return later;
  }

  /** Returns whether a payer can save the card without a payment. */
  boolean canBeSetUp() {
    return course == Course.PAID || this == DECLINED_WHEN_CHARGED;
  }

  /** Returns whether the payer passes a challenge on the page. */
  boolean isChallenged() {
    return later == Later.CHALLENGE || later == Later.CHALLENGE_UNLESS_SET_UP;
  }

  /** Returns the code of the error, if a payment with the card fails. */
  String code() {
    return code;
  }

  /** Returns the issuer's decline code, or an empty string. */
  String declineCode() {
    return declineCode;
  }

  /** Returns the network's code for the decline, or an empty string. */
  String networkDeclineCode() {
    return switch (declineCode) {
      case "" -> "";
      case "authentication_required" -> "1A";
      case "generic_decline" -> "05";
      case "lost_card" -> "41";
      case "revocation_of_authorization" -> "R1";
      default -> "51";
    };
  }

  /** Returns Stripe's advice after the decline, or an empty string. */
  String adviceCode() {
    return switch (declineCode) {
      case "", "authentication_required" -> "";
      case "lost_card", "revocation_of_authorization" -> "do_not_try_again";
      default -> "try_again_later";
    };
  }

  /** Returns the message of the error, if a payment with the card fails. */
  String message() {
    return switch (code + "/" + declineCode) {
      case "authentication_required/authentication_required" ->
          "Your card was declined. This transaction requires authentication.";
      case "card_declined/insufficient_funds" -> "Your card has insufficient funds.";
      case "expired_card/" -> "Your card has expired.";
      case "payment_intent_authentication_failure/" ->
          "The provided PaymentMethod has failed authentication.";
      default -> "Your card was declined.";
    };
  }

  /** Returns whether the card was issued in Europe, which makes its charges cheaper. */
  boolean isEuropean() {
    return this == VISA_OF_GERMANY;
  }

  boolean isCard() {
    return this != DEBIT;
  }
}
