package florin.bank;

/**
 * Why a text is no IBAN.
 *
 * @param message for whoever typed it: what is wrong and what is expected, without the text itself
 */
public record IbanFault(Kind kind, String message) {
  /** In the order in which they are looked for. */
  public enum Kind {
    /** Anything but letters and digits, or it does not begin with two letters and two digits. */
    CHARACTERS,
    /** A country that has no IBANs. */
    COUNTRY,
    /** Another length than the country's. */
    LENGTH,
    /** Letters where the country has digits, or the other way round. */
    STRUCTURE,
    /** The check digits do not fit (ISO 7064, mod 97-10): a digit is wrong, or two are swapped. */
    CHECK_DIGITS
  }
}
