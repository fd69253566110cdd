package florin.customer;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import florin.http.Format;
import florin.vault.TextFormats;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** How what is said of people is checked: e-mail, phone, country. */
public final class ContactFormats {
  /** RFC 5321, section 4.5.3.1.3, less the angle brackets. */
  public static final int MAX_EMAIL_LENGTH = 254;

  /** A local part without what needs quoting, an at sign, and a domain with a dot. */
  private static final Pattern EMAIL_SYNTAX =
      Pattern.compile(
          "[^\\s@\"(),:;<>\\[\\]\\\\\\p{Cntrl}]{1,64}@[\\p{L}\\p{N}]([\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?(\\.[\\p{L}\\p{N}]([\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?)+");

  private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());

  public static final Format<String> EMAIL =
      TextFormats.of(
          Format.text(
              "must be an e-mail address of at most 254 characters, for example jo@example.com",
              "jo@example.com",
              text -> Optional.of(text).filter(ContactFormats::isEmail)));

  /** E.164; a fictional number is fine, an impossible length is not. */
  public static final Format<String> PHONE =
      Format.text(
          "must be a telephone number in international form: + and digits, for example +15555550100",
          "+15555550100",
          text -> Optional.of(text).filter(ContactFormats::isPhone));

  static final Format<String> COUNTRY =
      Format.text(
          "must be a country by ISO 3166-1: two upper-case letters, for example DE",
          "DE",
          text -> Optional.of(text).filter(COUNTRIES::contains));

  private ContactFormats() {}

  private static boolean isEmail(String text) {
    return text.length() <= MAX_EMAIL_LENGTH && EMAIL_SYNTAX.matcher(text).matches();
  }

  private static boolean isPhone(String text) {
    if (!text.matches("\\+[1-9][0-9]{1,14}")) {
      return false;
    }
    try {
      var numbers = PhoneNumberUtil.getInstance();
      return numbers.isPossibleNumber(numbers.parse(text, null));
    } catch (NumberParseException notANumber) {
      return false;
    }
  }
}
