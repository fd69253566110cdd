package florin.core;

import org.jspecify.annotations.Nullable;

/**
 * A card number (primary account number, ISO/IEC 7812). Its string form shows only the last four
 * digits; {@link #digits()} is for the vault and for connectors.
 */
public final class Pan {
  private final String digits;

  /**
   * Creates a card number.
   *
   * @param digits 1 to 32 decimal digits, not necessarily a valid number: see {@link #isValid()}
   */
  public Pan(String digits) {
    if (digits.isEmpty()
        || digits.length() > 32
        || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new IllegalArgumentException("a card number is digits only");
    }
    this.digits = digits;
  }

  public String digits() {
    return digits;
  }

  public String last4() {
    return digits.substring(Math.max(0, digits.length() - 4));
  }

  /**
   * Returns whether it has 8 to 19 digits, with the last as the check digit of the others (ISO/IEC
   * 7812-1, annex B).
   */
  public boolean isValid() {
    return digits.length() >= 8 && digits.length() <= 19 && luhnSum(digits) % 10 == 0;
  }

  private static int luhnSum(String digits) {
    int sum = 0;
    boolean twice = false;
    for (int i = digits.length() - 1; i >= 0; i--) {
      int digit = digits.charAt(i) - '0';
      int weighted = twice ? digit * 2 : digit;
      sum += weighted > 9 ? weighted - 9 : weighted;
      twice = !twice;
    }
    return sum;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Pan pan && pan.digits.equals(digits);
  }

  @Override
  public int hashCode() {
    return digits.hashCode();
  }

  @Override
  public String toString() {
    return "Pan[…" + last4() + "]";
  }
}
