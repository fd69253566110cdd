package florin.books.file;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How a settlement file writes numbers and times.
 *
 * @param decimal the character before the decimals
 * @param thousands the character between groups of digits
 * @param dates the form of days and times; ISO 8601 if empty
 * @param zone the time zone of times without one
 */
record ValueFormat(
    char decimal, Optional<String> thousands, Optional<DateTimeFormatter> dates, ZoneId zone) {
  /** The format of the files that Florin reads without a mapping. */
  static final ValueFormat STANDARD =
      new ValueFormat('.', Optional.empty(), Optional.empty(), ZoneOffset.UTC);

  /** Returns a number as Java reads it, or a text that is none if its groups are wrong. */
  String number(String text) {
    String plain = thousands.map(group -> ungrouped(text, group)).orElse(text);
    return decimal == '.' ? plain : plain.replace('.', ' ').replace(decimal, '.');
  }

  /** Removes separators only between groups of three digits: 10.00 is not a thousand. */
  private String ungrouped(String text, String group) {
    String pattern =
        "[+-]?[0-9]{1,3}(" + Pattern.quote(group) + "[0-9]{3})+([" + decimal + "][0-9]+)?";
    return text.matches(pattern) ? text.replace(group, "") : text;
  }
}
