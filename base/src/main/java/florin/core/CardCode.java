package florin.core;

/**
 * A card verification code (CVV2, CVC2, CID). It is held in memory for one authorization and never
 * stored, and its string form is masked.
 */
public final class CardCode {
  private final String digits;

  /**
   * Creates a code.
   *
   * @param digits 1 to 8 decimal digits; the card's brand decides which length is valid
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
