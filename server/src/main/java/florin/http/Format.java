package florin.http;

import florin.core.Currency;
import florin.core.ErrorCode;
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
 * How one JSON value (or one query parameter) is read as a {@code T}. A format is a constant: it is
 * declared once and used by every input record that has such a field.
 *
 * @param placeholder stands in for a value that could not be read, so that decoding goes on and
 *     finds every error. It is a well-formed {@code T}, and no record is ever built from it
 */
public record Format<T>(T placeholder, Reader<T> reader) {
  /** Reads one value, which is present and not null. */
  @FunctionalInterface
  public interface Reader<T> {
    /**
     * @param textual whether the value comes from a query, where an integer is text
     */
    Reading<T> read(JsonNode value, boolean textual);
  }

  /** A value, or what is wrong with it. */
  public sealed interface Reading<T> {
    record Good<T>(T value) implements Reading<T> {}

    /**
     * @param phrase follows the parameter's name: "must be …". It never quotes the value, which may
     *     be a card's number
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

  private static final int FIRST_YEAR = 1970;
  private static final int LAST_YEAR = 9998;

  /**
   * One line of text: 1 or more code points, no control characters. The empty text is good too, and
   * means what the feature says.
   */
  public static Format<String> line(int maxCodePoints) {
    return new Format<>("", (value, _) -> Texts.read(value, maxCodePoints, false));
  }

  /** Text in which line feeds and tabs may stand. */
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

  /** Unix seconds, from 1970 to the year 9999. */
  public static Format<Instant> unixTime() {
    return integer(Range.UNIX_TIME).map(Instant::ofEpochSecond);
  }

  /** A day, from 1970 to the year 9998. */
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

  /** One of a fixed set, at least one, by their texts; the message lists them. */
  public static <T> Format<T> choice(List<T> values, Function<T, String> text) {
    Map<String, T> byText = new LinkedHashMap<>();
    values.forEach(value -> byText.put(text.apply(value), value));
    String all = byText.keySet().stream().collect(Collectors.joining(", "));
    return text(
        "must be one of: " + all, values.getFirst(), t -> Optional.ofNullable(byText.get(t)));
  }

  /** An id of our own. Whether it exists is not decided here. */
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

  /**
   * Text that a function understands, or does not: `expected` is "must be …", without the full
   * stop.
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

  /** The same value as another type. The function must accept the placeholder. */
  public <R> Format<R> map(Function<T, R> function) {
    return then(function.apply(placeholder), value -> Reading.good(function.apply(value)));
  }

  /**
   * A further look at a value that is good so far, for example whether a line is an e-mail address.
   */
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
