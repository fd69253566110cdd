package florin.http;

import florin.core.ErrorCode;
import florin.core.MetadataChange;
import florin.http.Format.Reading;
import florin.vault.CardNumberScan;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;

/**
 * The formats of text that is stored and shown, which must contain no card number. All free text of
 * callers is read with these formats.
 */
public final class TextFormats {
  public static final String CARD_NUMBER_FOUND =
      "must not contain a card number. Remove it, or keep only its last four digits.";

  /** The most characters of the name of an account's holder: the limit of a SEPA message. */
  private static final int MAX_ACCOUNT_HOLDER = 70;

  private TextFormats() {}

  /** Returns a format like {@link Format#line}. */
  public static Format<String> line(int maxCodePoints) {
    return of(Format.line(maxCodePoints));
  }

  /** Returns a format like {@link Format#paragraph}. */
  public static Format<String> paragraph(int maxCodePoints) {
    return of(Format.paragraph(maxCodePoints));
  }

  /** Returns the format of the name of a bank account's holder. */
  public static Format<String> accountHolder() {
    return line(MAX_ACCOUNT_HOLDER)
        .then(
            "holder",
            holder ->
                holder.isBlank()
                    ? Reading.wrong("must have at least one visible character.")
                    : Reading.good(holder.strip()));
  }

  public static Format<String> of(Format<String> text) {
    return of(text, Function.identity());
  }

  /**
   * Returns a format that rejects values with a card number.
   *
   * @param text returns the text of a value, as it is shown
   */
  public static <T> Format<T> of(Format<T> format, Function<T, String> text) {
    return format.then(
        format.placeholder(),
        value ->
            CardNumberScan.finds(text.apply(value))
                ? Reading.wrong(ErrorCode.CARD_NUMBER_NOT_ALLOWED, CARD_NUMBER_FOUND)
                : Reading.good(value));
  }

  /**
   * Returns a format for URLs, in which a number may also be encoded, for example with `%20` or `+`
   * between its digits.
   *
   * @param text returns the text of a value, as it is shown
   */
  public static <T> Format<T> url(Format<T> format, Function<T, String> text) {
    return of(of(format, text), text.andThen(TextFormats::decoded));
  }

  private static String decoded(String url) {
    try {
      return URLDecoder.decode(url, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      return decoded(
          url.replaceAll("%(?![0-9A-Fa-f]{2})", "/")); // A percent sign that encodes nothing.
    }
  }

  /** Reads the field `metadata`. */
  public static MetadataChange metadata(Params body) {
    return body.metadata(TextFormats::of);
  }

  /** Reads a filter on `metadata`. */
  public static Map<String, String> metadataFilter(Params query) {
    return query.metadataFilter(TextFormats::of);
  }
}
