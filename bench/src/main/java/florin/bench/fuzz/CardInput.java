package florin.bench.fuzz;

import static florin.bench.fuzz.FuzzFinding.require;

import florin.connector.Credential.PlainCard;
import florin.core.CardCode;
import florin.core.Pan;
import florin.instrument.CardCheck;
import florin.vault.Brand;
import florin.vault.CardNumberScan;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the input `number month year code`. */
final class CardInput implements InputReader {
  private static final Pattern CARD =
      Pattern.compile("([^ ]*) (-?[0-9]{1,2}) ([0-9]{4})(?: ([^ ]*))?");

  private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
  private static final LocalDate LAST_MONTH = LocalDate.of(2026, 11, 1);
  private static final int SHOWN = 4;

  @Override
  public boolean read(byte[] input) {
    Matcher card = CARD.matcher(new String(input, StandardCharsets.UTF_8));
    if (!card.matches()) {
      return false;
    }
    Optional<Pan> number = number(card.group(1));
    if (number.isEmpty()) {
      return false;
    }
    checkNumber(number.get());
    Optional<CardCode> code = Optional.ofNullable(card.group(4)).flatMap(CardInput::code);
    int month = Integer.parseInt(card.group(2));
    int year = Integer.parseInt(card.group(3));
    var plain = new PlainCard(number.get(), month, year, code);
    require(
        !CardNumberScan.finds(plain.toString()) && digits(plain.toString()) <= SHOWN + 2 + SHOWN,
        "a card's string shows more than the last four digits");
    boolean isGood = CardCheck.check(plain, NOW).isEmpty();
    if (isGood) {
      require(isLuhn(number.get().digits()), "a number with a wrong check digit is accepted");
      require(
          !LocalDate.of(year, month, 1).isBefore(LAST_MONTH),
          "a card is accepted after its expiry month");
      require(
          code.isEmpty() || (code.get().length() >= 3 && code.get().length() <= SHOWN),
          "a code of the wrong length is accepted");
    }
    return isGood;
  }

  private static Optional<Pan> number(String text) {
    boolean isOne = text.matches("[0-9]{1,32}");
    try {
      var pan = new Pan(text);
      require(isOne, "a number with other characters than digits is accepted");
      return Optional.of(pan);
    } catch (IllegalArgumentException refused) {
      require(!isOne, "a valid number is rejected");
      return Optional.empty();
    }
  }

  private static Optional<CardCode> code(String text) {
    try {
      return Optional.of(new CardCode(text));
    } catch (IllegalArgumentException refused) {
      return Optional.empty();
    }
  }

  private static void checkNumber(Pan pan) {
    String digits = pan.digits();
    boolean isLong = digits.length() >= 8 && digits.length() <= 19;
    require(pan.isValid() == (isLong && isLuhn(digits)), "the check digit differs");
    require(Brand.ofText(Brand.of(pan).text()) == Brand.of(pan), "a number has two brands");
    require(digits(pan.toString()) <= SHOWN, "a number's string shows more than four digits");
    if (pan.isValid()) {
      for (int at = 0; at < digits.length(); at++) {
        require(!new Pan(mistyped(digits, at)).isValid(), "a mistyped digit isn't noticed");
      }
    }
  }

  private static String mistyped(String digits, int at) {
    char other = (char) ('0' + (digits.charAt(at) - '0' + 1 + at % 9) % 10);
    return digits.substring(0, at) + other + digits.substring(at + 1);
  }

  private static long digits(String text) {
    return text.chars().filter(c -> c >= '0' && c <= '9').count();
  }

  /** Checks the Luhn digit by the wording of ISO/IEC 7812-1, annex B. */
  static boolean isLuhn(String digits) {
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = Character.digit(digits.charAt(digits.length() - 1 - i), 10);
      if (i % 2 == 1) {
        int doubled = 2 * digit;
        sum += doubled / 10 + doubled % 10;
      } else {
        sum += digit;
      }
    }
    return sum % 10 == 0;
  }
}
