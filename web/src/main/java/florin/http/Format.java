package florin.http;

import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Iban;
import florin.core.Id;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * The conversion of one JSON value (or one query parameter) to a {@code T}. A format is a constant:
 * it is declared once and used by every input record that has such a field.
 *
 * @param placeholder replaces a value that could not be read, so that decoding continues and finds
 *     every error. It is a well-formed {@code T}, and no record is ever built from it
 */
public record Format<T>(T placeholder, Reader<T> reader) {
  /** A parameter that is an id as a string, or an object: `"pm_…"` or `{"type": "card", …}`. */
  public sealed interface TextOrObject {
    record OfText(String text) implements TextOrObject {}

    record OfObject(Params fields) implements TextOrObject {}
  }

  /**
   * The type of a value, in words for a message. The value itself is never shown, because it might
   * be a card number.
   */
  static final class JsonKind {
    private JsonKind() {}

    static String of(JsonNode node) {
      return switch (node.getNodeType()) {
        case ARRAY -> "an array";
        case BOOLEAN -> "a boolean";
        case NULL -> "null";
        case NUMBER ->
            node.isIntegralNumber() ? "an integer" : "a number with a fraction or exponent";
        case OBJECT -> "an object";
        case STRING -> "a string";
        case BINARY, MISSING, POJO -> "something else";
      };
    }
  }

  /** Reads one value, which is present and not null. */
  @FunctionalInterface
  public interface Reader<T> {
    /**
     * Reads the value.
     *
     * @param textual whether the value comes from a query, where an integer is text
     */
    Reading<T> read(JsonNode value, boolean textual);
  }

  /** A value, or its error. */
  public sealed interface Reading<T> {
    record Good<T>(T value) implements Reading<T> {}

    /**
     * An error.
     *
     * @param phrase follows the parameter's name: "must be …". It never quotes the value, which may
     *     be a card number
     */
    record Wrong<T>(ErrorCode code, String phrase) implements Reading<T> {}

    static <T> Reading<T> good(T value) {
      return new Good<>(value);
    }

    static <T> Reading<T> wrong(ErrorCode code, String phrase) {
      return new Wrong<>(code, phrase);
    }

    static <T> Reading<T> wrong(String phrase) {
      return wrong(ErrorCode.PARAMETER_INVALID, phrase);
    }
  }

  /** The most characters of an IBAN as typed: 34, and the blanks between them. */
  private static final int MAX_IBAN = 60;

  private static final int FIRST_YEAR = 1970;
  private static final int LAST_YEAR = 9998;

  /**
   * Returns a format of one line of text: up to a number of code points, no control characters. The
   * empty text is valid, and the feature defines its meaning.
   */
  public static Format<String> line(int maxCodePoints) {
    return new Format<>("", (value, _) -> Texts.read(value, maxCodePoints, false));
  }

  /** Returns a format of text that may contain line feeds and tabs. */
  public static Format<String> paragraph(int maxCodePoints) {
    return new Format<>("", (value, _) -> Texts.read(value, maxCodePoints, true));
  }

  public static Format<Long> integer(Range range) {
    return new Format<>(range.min(), range::read);
  }

  public static Format<Boolean> flag() {
    return new Format<>(
        false,
        (value, textual) ->
            switch (value) {
              case JsonNode v when v.isBoolean() -> Reading.good(v.booleanValue());
              case JsonNode v when textual && v.stringValue("").equals("true") ->
                  Reading.good(true);
              case JsonNode v when textual && v.stringValue("").equals("false") ->
                  Reading.good(false);
              default -> Reading.wrong("must be true or false; got " + JsonKind.of(value) + ".");
            });
  }

  /** Returns a format of Unix seconds, from 1970 to the year 9999. */
  public static Format<Instant> unixTime() {
    return integer(Range.UNIX_TIME).map(Instant::ofEpochSecond);
  }

  /** Returns a format of a day, from 1970 to the year 9998. */
  public static Format<LocalDate> date() {
    return text("must be a date, such as 2026-11-21", LocalDate.EPOCH, Format::parseDate);
  }

  private static Optional<LocalDate> parseDate(String text) {
    try {
      LocalDate date = LocalDate.parse(text);
      return date.getYear() >= FIRST_YEAR && date.getYear() <= LAST_YEAR
          ? Optional.of(date)
          : Optional.empty();
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  /**
   * Returns a format of a fixed, non-empty set of values, by their texts; the message lists them.
   */
  public static <T> Format<T> choice(List<T> values, Function<T, String> text) {
    Map<String, T> byText = new LinkedHashMap<>();
    values.forEach(value -> byText.put(text.apply(value), value));
    String all = byText.keySet().stream().collect(Collectors.joining(", "));
    return text(
        "must be one of: " + all, values.getFirst(), t -> Optional.ofNullable(byText.get(t)));
  }

  /** Returns a format of one of Florin's ids. The id need not exist. */
  public static <T extends Id> Format<T> id(Id.Kind<T> kind) {
    return text(
        "must be an id that begins with " + kind.prefix() + "_",
        kind.of().apply(new UUID(0, 0)),
        kind::parse);
  }

  public static Format<Currency> currency() {
    return text(
        ErrorCode.CURRENCY_UNSUPPORTED,
        "must be the code of an active currency (ISO 4217), three lower-case letters, for example usd",
        Currency.get("usd"),
        Currency::find);
  }

  public static Format<Iban> iban() {
    return line(MAX_IBAN)
        .then(
            new Iban("DE89370400440532013000"),
            text ->
                Iban.find(text)
                    .map(Reading::good)
                    .orElseGet(() ->
                        Reading.wrong(
                            "must be an IBAN (ISO 13616). "
                                + Iban.check(text).orElseThrow().message())));
  }

  /**
   * Returns a format of text that a function parses: `expected` is "must be …", without the period.
   */
  public static <T> Format<T> text(
      String expected, T placeholder, Function<String, Optional<T>> parse) {
    return text(ErrorCode.PARAMETER_INVALID, expected, placeholder, parse);
  }

  public static <T> Format<T> text(
      ErrorCode code, String expected, T placeholder, Function<String, Optional<T>> parse) {
    return new Format<>(
        placeholder,
        (value, _) ->
            !value.isString()
                ? Reading.wrong(expected + "; got " + JsonKind.of(value) + ".")
                : parse
                    .apply(value.stringValue())
                    .map(Reading::good)
                    .orElseGet(() -> Reading.wrong(code, expected + ".")));
  }

  /** Returns this format converted to another type. The function must accept the placeholder. */
  public <R> Format<R> map(Function<T, R> function) {
    return then(function.apply(placeholder), value -> Reading.good(function.apply(value)));
  }

  /** Returns this format with a further check, for example whether a line is an e-mail address. */
  public <R> Format<R> then(R other, Function<T, Reading<R>> next) {
    return new Format<>(
        other,
        (value, textual) ->
            switch (reader.read(value, textual)) {
              case Reading.Good<T>(T good) -> next.apply(good);
              case Reading.Wrong<T>(ErrorCode code, String phrase) -> Reading.wrong(code, phrase);
            });
  }
}
