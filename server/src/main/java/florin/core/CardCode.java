package florin.core;

/**
 * A card verification code (CVV2, CVC2, CID). It lives in memory for one authorisation, is written
 * nowhere, and prints as nothing.
 */
public final class CardCode {
  private final String digits;

  /**
   * @param digits 1 to 8 decimal digits; whether the length suits the card's brand is the brand's
   *     to say
   */
  public CardCode(String digits) {
    if (digits.isEmpty()
        || digits.length() > 8
        || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new IllegalArgumentException("a verification code is digits only");
    }
    this.digits = digits;
  }

  public String digits() {
    return digits;
  }

  public int length() {
    return digits.length();
  }

  @Override
  public String toString() {
    return "CardCode[…]";
  }
}
