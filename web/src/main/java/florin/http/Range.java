package florin.http;

import florin.core.ErrorCode;
import florin.http.Format.JsonKind;
import florin.http.Format.Reading;
import java.math.BigInteger;
import tools.jackson.databind.JsonNode;

/**
 * The accepted integers, both ends included, and the message for others.
 *
 * @param what for example "an integer in the currency's smallest unit, for example 1000"
 */
public record Range(long min, long max, String what, ErrorCode tooSmall, ErrorCode tooLarge) {
  /** Unix seconds to the end of the year 9999. */
  public static final Range UNIX_TIME =
      of(0, 253_402_300_799L).described("a time in Unix seconds, for example 1767225600");

  private static final int MAX_DIGITS = 19;
  private static final String PLAIN = "an integer";

  public Range {
    if (min > max) {
      throw new IllegalArgumentException("an empty range: " + min + " to " + max);
    }
  }

  public static Range of(long min, long max) {
    return new Range(min, max, PLAIN, ErrorCode.PARAMETER_INVALID, ErrorCode.PARAMETER_INVALID);
  }

  public Range described(String other) {
    return new Range(min, max, other, tooSmall, tooLarge);
  }

  /** Returns this range with its own error codes for values that are too small or too large. */
  public Range refusedWith(ErrorCode small, ErrorCode large) {
    return new Range(min, max, what, small, large);
  }

  Reading<Long> read(JsonNode value, boolean textual) {
    if (value.isIntegralNumber()) {
      return check(value.bigIntegerValue());
    }
    String text = textual ? value.stringValue("") : "";
    if (isInteger(text)) {
      return check(new BigInteger(text));
    }
    return Reading.wrong("must be " + what + (textual ? "." : "; got " + JsonKind.of(value) + "."));
  }

  private Reading<Long> check(BigInteger value) {
    if (value.compareTo(BigInteger.valueOf(min)) < 0) {
      return Reading.wrong(tooSmall, outOfRange(tooSmall, "at least " + min));
    }
    if (value.compareTo(BigInteger.valueOf(max)) > 0) {
      return Reading.wrong(tooLarge, outOfRange(tooLarge, "at most " + max));
    }
    return Reading.good(value.longValueExact());
  }

  /**
   * Returns the error. It names what was described; for a plain number, or one with its own code,
   * it names the bound.
   */
  private String outOfRange(ErrorCode code, String bound) {
    boolean plain = what.equals(PLAIN) || code != ErrorCode.PARAMETER_INVALID;
    return "must be " + (plain ? bound : what) + ".";
  }

  private static boolean isInteger(String text) {
    int digits = text.startsWith("-") ? text.length() - 1 : text.length();
    return digits > 0
        && digits <= MAX_DIGITS
        && text.chars().skip(text.length() - digits).allMatch(c -> c >= '0' && c <= '9');
  }
}
