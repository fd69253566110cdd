package florin.bank.statement;

import florin.core.Iban;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the account of a statement. Many banks, above all in MT940, still write the domestic
 * account number from before IBANs.
 */
final class AccountNames {
  /** German bank code and account number, sometimes followed by a currency. */
  private static final Pattern GERMAN = Pattern.compile("([0-9]{8})/0*([0-9]{1,10})([A-Z]{3})?");

  private static final Pattern CURRENCY_BEHIND = Pattern.compile("(.*[0-9])/?[A-Z]{3}");

  /** The fewest digits of an account number; a shorter one is the suffix of too many IBANs. */
  private static final int LEAST_DIGITS = 5;

  private AccountNames() {}

  /**
   * Returns the account.
   *
   * @param expected the account to assume if the file has only a number that is the suffix of this
   *     IBAN
   */
  static Optional<Iban> find(String text, Optional<Iban> expected) {
    String plain = text.strip();
    String number = withoutCurrency(plain);
    String behind = plain.substring(plain.lastIndexOf('/') + 1); // BIC/IBAN
    return Iban.find(plain)
        .or(() -> Iban.find(number))
        .or(() -> Iban.find(behind))
        .or(() -> expected.filter(iban -> isNumberOf(number, iban)))
        .or(() -> german(plain));
  }

  /** Returns the IBAN by the rule of almost every German bank: bank code, then ten digits. */
  private static Optional<Iban> german(String text) {
    Matcher parts = GERMAN.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String domestic = parts.group(1) + "%010d".formatted(Long.parseLong(parts.group(2)));
    int check =
        98 - new BigInteger(domestic + "131400").mod(BigInteger.valueOf(97)).intValue(); // DE00
    return Iban.find("DE%02d%s".formatted(check, domestic));
  }

  private static boolean isNumberOf(String text, Iban iban) {
    String last = text.substring(text.lastIndexOf('/') + 1); // after a bank code or a BIC
    String number = last.replaceAll("[^A-Za-z0-9]", "").replaceFirst("^0+", "");
    return number.length() >= LEAST_DIGITS && iban.domestic().endsWith(number);
  }

  private static String withoutCurrency(String text) {
    Matcher parts = CURRENCY_BEHIND.matcher(text);
    return parts.matches() ? parts.group(1) : text;
  }
}
