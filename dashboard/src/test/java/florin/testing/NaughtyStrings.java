package florin.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Texts that break pages without correct escaping, and texts of the maximum length. */
public final class NaughtyStrings {
  private static final Pattern ESCAPE = Pattern.compile("\\\\(u([0-9a-f]{4})|.)");

  private NaughtyStrings() {}

  public static List<String> all() {
    return Stream.concat(
            resource()
                .lines()
                .filter(line -> !line.isEmpty() && !line.startsWith("# "))
                .map(NaughtyStrings::unescaped),
            Stream.of("<b>".repeat(100), "\"'&<>".repeat(2_000), "\ud83c\udf4e".repeat(5_000)))
        .toList();
  }

  /**
   * Returns all texts in the drills, and an eighth of them otherwise.
   *
   * @param turn which eighth; eight consecutive turns cover all texts
   */
  public static List<String> some(int turn) {
    List<String> all = all();
    return IntStream.range(0, all.size())
        .filter(i -> Drills.areAsked() || (i + turn) % 8 == 0)
        .mapToObj(all::get)
        .toList();
  }

  private static String resource() {
    try (var in = NaughtyStrings.class.getResourceAsStream("naughty-strings.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static String unescaped(String line) {
    return ESCAPE.matcher(line).replaceAll(escape -> Matcher.quoteReplacement(meant(escape)));
  }

  private static String meant(MatchResult escape) {
    return switch (escape.group(1).charAt(0)) {
      case 'n' -> "\n";
      case 't' -> "\t";
      case 'r' -> "\r";
      case 'u' -> Character.toString(Integer.parseInt(escape.group(2), 16));
      default -> escape.group(1);
    };
  }

  /** Shortens a text to one line for a test's name. */
  public static String shown(String text) {
    String shown =
        text.codePoints()
            .limit(60)
            .mapToObj(c -> c < ' ' || c > '~' ? "\\u%04x".formatted(c) : Character.toString(c))
            .reduce("", String::concat);
    return text.length() > 60 ? shown + "… of " + text.length() : shown;
  }
}
