package florin.dashboard.pipeline;

import florin.http.Form.FormValue;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A form that was sent after its session ended. It is kept, encrypted, in the row of that session,
 * and fills in the form again after the same user has signed in. Florin never sends it.
 *
 * @param action the path to which it was sent
 * @param fields without passwords, secrets and long numbers
 */
public record KeptForm(String action, List<FormValue> fields) {
  static final String WORDS =
      "Your session ended before this was sent. Check it and send it again.";

  /** The time for which it is kept. */
  static final Duration MAX_AGE = Duration.ofMinutes(10);

  /** The most characters of the kept text. A session keeps one form. */
  static final int MAX_LENGTH = 8 << 10;

  private static final String MARK = "form ";

  /** The names of fields that are never kept. The key of metadata is kept, and no other key. */
  private static final Pattern NEVER_KEPT =
      Pattern.compile(
          "(?i)(?!key$).*(csrf|once|password|secret|key|token|code|credential|card|cvc|iban|dialog).*");

  /** A card or account number. */
  private static final Pattern LONG_NUMBER = Pattern.compile("(?s).*(\\d[ -]?){12}.*");

  public KeptForm {
    fields = List.copyOf(fields);
  }

  /** Returns a form as text; empty if it is too long or has nothing to keep. */
  static Optional<String> text(String action, List<FormValue> sent, Instant now) {
    // All fields of the name, because those of a table are filled in by their position.
    Set<String> numbers =
        sent.stream()
            .filter(field -> LONG_NUMBER.matcher(field.value()).matches())
            .map(FormValue::name)
            .collect(Collectors.toSet());
    String fields =
        sent.stream()
            .filter(field -> !NEVER_KEPT.matcher(field.name()).matches())
            .filter(field -> !numbers.contains(field.name()))
            .map(field -> encoded(field.name()) + "=" + encoded(field.value()))
            .collect(Collectors.joining("&"));
    return Optional.of(MARK + now.getEpochSecond() + " " + action + " " + fields)
        .filter(text -> !fields.isEmpty() && text.length() <= MAX_LENGTH);
  }

  static boolean isOne(String text) {
    return text.startsWith(MARK);
  }

  /** Returns the form of a text, unless it is too old. */
  static Optional<KeptForm> of(String text, Instant now) {
    String[] parts = text.split(" ", 4);
    Instant kept = Instant.ofEpochSecond(Long.parseLong(parts[1]));
    List<FormValue> fields =
        Arrays.stream(parts[3].split("&"))
            .map(field -> field.split("=", 2))
            .map(field -> new FormValue(decoded(field[0]), decoded(field[1])))
            .toList();
    return Optional.of(new KeptForm(parts[2], fields)).filter(_ -> kept.plus(MAX_AGE).isAfter(now));
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
