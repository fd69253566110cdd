package florin.vault;

import florin.core.Pan;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The card brands by number: prefixes, lengths, and the length of the security code. The longest
 * matching prefix decides, so an Elo number that begins with 4 is Elo's, not Visa's. No number is
 * rejected because its brand is unknown.
 *
 * <p>Sources: ISO/IEC 7812, and the ranges that the networks and processors publish. Two overlaps
 * follow common practice: 622126–622925, shared by Discover and UnionPay, is UnionPay's; 353 and
 * 356, shared by JCB and RuPay, are JCB's.
 */
public enum Brand {
  // code lengths, lengths, the lengths that CardNumberScan looks for (seven brands), prefixes
  VISA("3", "13 16 19", "16 19", "4"),
  MASTERCARD("3", "16", "16", "51-55 2221-2720"),
  AMEX("4", "15", "15", "34 37"),
  DISCOVER("3", "16-19", "16-19", "6011 644-649 65"),
  DINERS("3", "14-19", "14", "300-305 309 36 38-39"),
  JCB("3", "16-19", "16-19", "3528-3589"),
  UNIONPAY("3", "16-19", "16-19", "62 8100-8171"),
  MAESTRO("3", "12-19", "", "493698 50 56-59 63 67"),
  ELO(
      "3",
      "16",
      "",
      """
      401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509000-509999 \
      627780 636297 636368 650031-650033 650035-650051 650405-650439 650485-650538 650541-650598 \
      650700-650718 650720-650727 650901-650978 651652-651679 655000-655019 655021-655058\
      """),
  MIR("3", "16-19", "", "2200-2204"),
  RUPAY("3", "16", "", "508500-508999 60 652150-653149 817200-819899 82"),
  UNKNOWN("3-4", "8-19", "", "");

  private static final int PREFIX_LENGTH = 8;

  /** All ranges, those with the longest prefixes first. */
  private static final List<Range> RANGES =
      Arrays.stream(values())
          .flatMap(brand -> words(brand.prefixes).map(word -> new Range(ends(word), brand)))
          .sorted(Comparator.comparingInt(Range::digits).reversed())
          .toList();

  /** A range of prefixes as numbers of eight digits: 51–55 is 51000000 to 55999999, of 2 digits. */
  private record Range(int first, int last, int digits, Brand brand) {
    private Range(List<String> ends, Brand brand) {
      this(pad(ends.getFirst(), "0"), pad(ends.getLast(), "9"), ends.getFirst().length(), brand);
    }

    boolean contains(int prefix) {
      return first <= prefix && prefix <= last;
    }
  }

  private final String text = name().toLowerCase(Locale.ROOT);
  private final int codeLengths;
  private final int lengths;
  private final int issuedLengths;
  private final String prefixes;

  Brand(String codeLengths, String lengths, String issuedLengths, String prefixes) {
    this.codeLengths = bits(codeLengths);
    this.lengths = bits(lengths);
    this.issuedLengths = bits(issuedLengths);
    this.prefixes = prefixes;
  }

  public static Brand of(Pan pan) {
    int prefix = prefix(pan);
    for (Range range : RANGES) {
      if (range.contains(prefix)) {
        return range.brand();
      }
    }
    return UNKNOWN;
  }

  /**
   * Returns whether one of the seven worldwide brands has this prefix and issues this length today.
   * A sub-range that belongs to another brand counts too.
   */
  static boolean isIssuedToday(Pan pan) {
    int prefix = prefix(pan);
    int length = pan.digits().length();
    return RANGES.stream()
        .anyMatch(range -> has(range.brand().issuedLengths, length) && range.contains(prefix));
  }

  /** Returns the text in SQL and JSON. */
  public String text() {
    return text;
  }

  public static Brand ofText(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  /**
   * Returns whether the brand's numbers may have this length. It allows more lengths than are
   * issued today, so that no existing card is rejected.
   */
  public boolean allowsLength(int digits) {
    return has(lengths, digits);
  }

  /** Returns whether the brand's security codes may have this length. */
  public boolean allowsCodeLength(int digits) {
    return has(codeLengths, digits);
  }

  private static int prefix(Pan pan) {
    String digits = pan.digits();
    return pad(digits.substring(0, Math.min(PREFIX_LENGTH, digits.length())), "0");
  }

  private static int pad(String prefix, String digit) {
    return Integer.parseInt(prefix + digit.repeat(PREFIX_LENGTH - prefix.length()));
  }

  /** Returns a set of numbers below 31, "3 16-19", as the bits of an int. */
  private static int bits(String numbers) {
    return words(numbers)
        .map(Brand::ends)
        .mapToInt(ends -> upTo(ends.getLast()) & ~(upTo(ends.getFirst()) >>> 1))
        .reduce(0, (left, right) -> left | right);
  }

  private static int upTo(String number) {
    return -1 >>> (31 - Integer.parseInt(number));
  }

  /**
   * Returns whether the set has the number. Larger numbers are read as bit 31, which no set has.
   */
  private static boolean has(int bits, int number) {
    return (bits >>> Math.min(number, Integer.SIZE - 1) & 1) == 1;
  }

  private static Stream<String> words(String text) {
    return text.isBlank() ? Stream.empty() : Arrays.stream(text.split(" "));
  }

  /** Returns the first and the last number of a range, "16-19", or a single number. */
  private static List<String> ends(String word) {
    return List.of(word.split("-"));
  }
}
