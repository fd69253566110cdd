package florin.bank.statement;

import florin.bank.Iban;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The account that a statement is of. Many banks still name it, in MT940 above all, as it was
 * called before there were IBANs.
 */
final class AccountNames {
  /** German bank code and account number, a currency behind it at times. */
  private static final Pattern GERMAN = Pattern.compile("([0-9]{8})/0*([0-9]{1,10})([A-Z]{3})?");

  private static final Pattern CURRENCY_BEHIND = Pattern.compile("(.*[0-9])/?[A-Z]{3}");

  /** A shorter number is the end of too many. */
  private static final int LEAST_DIGITS = 5;

  private AccountNames() {}

  /**
   * @param expected whose statement it is taken for where the file names the account by a number
   *     that is the end of this one's
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

  /** By the rule that holds for almost every German bank: bank code, then ten digits. */
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
    String last = text.substring(text.lastIndexOf('/') + 1); // behind a bank code, or a BIC
    String number = last.replaceAll("[^A-Za-z0-9]", "").replaceFirst("^0+", "");
    return number.length() >= LEAST_DIGITS && iban.domestic().endsWith(number);
  }

  private static String withoutCurrency(String text) {
    Matcher parts = CURRENCY_BEHIND.matcher(text);
    return parts.matches() ? parts.group(1) : text;
  }
}
