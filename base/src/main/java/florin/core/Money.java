package florin.core;

/**
 * An amount in the smallest unit of its currency, never negative.
 *
 * @param minor the number of smallest units, 0 to {@link #MAX_MINOR}
 */
public record Money(long minor, Currency currency) {
  /** The limit of twelve digits: field 4 of ISO 8583 ("amount, transaction") is n 12. */
  public static final long MAX_MINOR = 999_999_999_999L;

  public Money {
    if (minor < 0 || minor > MAX_MINOR) {
      throw new IllegalArgumentException(
          "an amount is 0 to " + MAX_MINOR + " smallest units, not " + minor);
    }
  }

  public static Money zero(Currency currency) {
    return new Money(0, currency);
  }

  public boolean isZero() {
    return minor == 0;
  }

  public Money plus(Money other) {
    return new Money(Math.addExact(minor, same(other).minor), currency);
  }

  public Money minus(Money other) {
    return new Money(Math.subtractExact(minor, same(other).minor), currency);
  }

  public boolean isMoreThan(Money other) {
    return minor > same(other).minor;
  }

  private Money same(Money other) {
    if (!currency.equals(other.currency)) {
      throw new IllegalArgumentException("cannot reckon " + currency + " with " + other.currency);
    }
    return other;
  }

  @Override
  public String toString() {
    return minor + " " + currency;
  }
}
