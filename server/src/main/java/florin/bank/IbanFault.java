package florin.bank;

/**
 * The reason why a text is not an IBAN.
 *
 * @param message a message to the person who typed it: what is wrong and what is expected, without
 *     the text itself
 */
public record IbanFault(Kind kind, String message) {
  /** The kind of fault, in the order of the checks. */
  public enum Kind {
    /**
     * The text has characters other than letters and digits, or does not begin with two letters and
     * two digits.
     */
    CHARACTERS,
    /** The country has no IBANs. */
    COUNTRY,
    /** The length is not the country's. */
    LENGTH,
    /** Letters are where the country has digits, or the other way round. */
    STRUCTURE,
    /** The check digits are wrong (ISO 7064, mod 97-10): a digit is wrong, or two are swapped. */
    CHECK_DIGITS
  }
}
