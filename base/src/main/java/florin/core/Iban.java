package florin.core;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.iban4j.CountryCode;
import org.iban4j.Iban4jException;
import org.iban4j.IbanUtil;

/**
 * The number of a bank account (ISO 13616), valid by its country's length and structure and by its
 * check digits. Only the bank can say whether the account exists.
 *
 * @param text upper case, without blanks, at most 34 characters
 */
public record Iban(String text) {
  /**
   * The reason why a text is not an IBAN.
   *
   * @param message a message to the person who typed it: what is wrong and what is expected,
   *     without the text itself
   */
  public record IbanFault(Kind kind, String message) {
    /** The kind of fault, in the order of the checks. */
    public enum Kind {
      /**
       * The text has characters other than letters and digits, or does not begin with two letters
       * and two digits.
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

  private static final Pattern SHAPE = Pattern.compile("[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}");

  /**
   * The length of the longest text that is parsed: 34 characters, and the blanks and dashes that
   * people put between them.
   */
  private static final int MAX_TYPED = 100;

  /** Country codes of IBANs in the area of SEPA payments (EPC409-09). */
  private static final Set<String> SEPA =
      Set.of(
          "AD", "AL", "AT", "BE", "BG", "CH", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GB",
          "GI", "GR", "HR", "HU", "IE", "IS", "IT", "LI", "LT", "LU", "LV", "MC", "MD", "ME", "MK",
          "MT", "NL", "NO", "PL", "PT", "RO", "RS", "SE", "SI", "SK", "SM", "VA");

  public Iban {
    if (fault(text).isPresent()) {
      throw new IllegalArgumentException("not an IBAN (ISO 13616)");
    }
  }

  /**
   * Parses an IBAN as people and banks write it: removes blanks and dashes, and accepts lower case.
   */
  public static Optional<Iban> find(String text) {
    String plain = plain(text);
    return fault(plain).isEmpty() ? Optional.of(new Iban(plain)) : Optional.empty();
  }

  /** Returns why a text, as people write it, is not an IBAN; empty if it is one. */
  public static Optional<IbanFault> check(String text) {
    return fault(plain(text));
  }

  /** Returns the code of the country, two letters (ISO 3166). */
  public String country() {
    return text.substring(0, 2);
  }

  /** Returns whether a SEPA credit transfer can reach this account. */
  public boolean isInSepa() {
    return SEPA.contains(country());
  }

  /** Returns the number without country and check digits: the account number from before IBANs. */
  public String domestic() {
    return text.substring(4);
  }

  public String last4() {
    return text.substring(text.length() - 4);
  }

  /** Returns the IBAN in groups of four characters, as it is printed. */
  public String formatted() {
    return Mod97.groups(text);
  }

  /** Returns a masked form, because payers' account numbers must not appear in logs. */
  @Override
  public String toString() {
    return country() + " •••• " + last4();
  }

  private static String plain(String text) {
    if (text.length() > MAX_TYPED) {
      return "";
    }
    return text.replaceAll("[\\s\\u00a0\\u202f-]", "").toUpperCase(Locale.ROOT);
  }

  private static Optional<IbanFault> fault(String plain) {
    if (!SHAPE.matcher(plain).matches()) {
      return fault(
          IbanFault.Kind.CHARACTERS,
          "An IBAN begins with two letters and two digits, and has letters and digits only.");
    }
    var country = CountryCode.getByCode(plain.substring(0, 2));
    if (country == null || !IbanUtil.isSupportedCountry(country)) {
      return fault(
          IbanFault.Kind.COUNTRY,
          "The first two letters of an IBAN name a country that has IBANs; these do not.");
    }
    int length = IbanUtil.getIbanLength(country);
    if (plain.length() != length) {
      return fault(
          IbanFault.Kind.LENGTH,
          "An IBAN of %s has %d characters, not %d."
              .formatted(country.getAlpha2(), length, plain.length()));
    }
    try {
      IbanUtil.validateBban(country, plain.substring(4));
    } catch (Iban4jException _) {
      return fault(
          IbanFault.Kind.STRUCTURE,
          "The letters and digits of this IBAN don't match the format of %s."
              .formatted(country.getAlpha2()));
    }
    if (Mod97.of(plain.substring(4) + plain.substring(0, 4)) != 1) {
      return fault(
          IbanFault.Kind.CHECK_DIGITS,
          "The check digits of this IBAN are wrong. Check it for a mistyped or swapped character.");
    }
    return Optional.empty();
  }

  private static Optional<IbanFault> fault(IbanFault.Kind kind, String message) {
    return Optional.of(new IbanFault(kind, message));
  }
}
