package florin.customer;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import florin.core.Field;
import florin.customer.ProfileChange.AddressChange;
import florin.http.Format;
import florin.http.Params;
import florin.http.TextFormats;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The formats of contact data: email, phone, address. */
public final class ContactFormats {
  /** The limit of RFC 5321, section 4.5.3.1.3, without the angle brackets. */
  public static final int MAX_EMAIL_LENGTH = 254;

  /** A local part of atoms separated by single dots, an at sign, and a domain with a dot. */
  private static final Pattern EMAIL_SYNTAX =
      Pattern.compile(
          "(?=[^@]{1,64}@)[^\\s.@\"(),:;<>\\[\\]\\\\\\p{Cntrl}]+(\\.[^\\s.@\"(),:;<>\\[\\]\\\\\\p{Cntrl}]+)*@[\\p{L}\\p{N}]([\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?(\\.[\\p{L}\\p{N}]([\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?)+");

  private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());

  public static final Format<String> EMAIL =
      TextFormats.of(
          Format.text(
              "must be an email address of at most 254 characters, for example jo@example.com",
              "jo@example.com",
              text -> Optional.of(text).filter(ContactFormats::isEmail)));

  /** E.164: a fictional number is valid, an impossible length is not. */
  public static final Format<String> PHONE =
      Format.text(
          "must be a telephone number in international form: + and digits, for example +15555550100",
          "+15555550100",
          text -> Optional.of(text).filter(ContactFormats::isPhone));

  private static final Format<String> COUNTRY =
      Format.text(
          "must be an ISO 3166-1 country code: two upper-case letters, for example DE",
          "DE",
          text -> Optional.of(text).filter(COUNTRIES::contains));

  private static final Format<String> ADDRESS_LINE = TextFormats.line(256);
  private static final Format<String> POSTAL_CODE = TextFormats.line(32);

  private ContactFormats() {}

  /** Reads the field `address`. */
  public static Field<AddressChange> readAddress(Params body) {
    if (body.clears("address")) {
      return new Field.Clear<>();
    }
    Optional<Params> address = body.optionalObject("address");
    if (address.isEmpty()) {
      return new Field.Keep<>();
    }
    Params parts = address.get();
    return new Field.Set<>(
        new AddressChange(
            parts.field("line1", ADDRESS_LINE),
            parts.field("line2", ADDRESS_LINE),
            parts.field("city", ADDRESS_LINE),
            parts.field("state", ADDRESS_LINE),
            parts.field("postal_code", POSTAL_CODE),
            parts.field("country", COUNTRY)));
  }

  /** Returns whether a text is an email address by its syntax. */
  public static boolean isEmail(String text) {
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
