package florin.team;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The passwords that are guessed first, a hundred thousand of them: a list out of the jar of nbvcxz
 * (MIT). It is read at each question, some milliseconds, and nothing of it kept: a password is set
 * twice in a year.
 *
 * <p>Whoever guesses goes on with what people make of these to get past a rule: digits and signs
 * before or after, or the same once more. So that counts as the listed one too.
 */
public final class CommonPasswords {
  private static final String LIST = "/dictionaries/passwords.txt";

  /** Less than this, between digits and signs, is no word that anybody could go by. */
  private static final int SHORTEST_WORD = 4;

  private static final Pattern AROUND = Pattern.compile("^[^\\p{L}]+|[^\\p{L}]+$");

  private CommonPasswords() {}

  /**
   * @param password no longer than {@link Passwords#MAX_LENGTH}
   */
  public static boolean has(String password) {
    String typed = password.toLowerCase(Locale.ROOT);
    var forms = new HashSet<>(units(typed));
    String word = AROUND.matcher(typed).replaceAll("");
    if (word.length() >= SHORTEST_WORD) {
      forms.addAll(units(word));
    }
    return hasAny(forms);
  }

  /** The text, and what it is a repetition of. */
  private static Set<String> units(String text) {
    var units = new HashSet<>(Set.of(text));
    for (int length = 1; length <= text.length() / 2; length++) {
      String unit = text.substring(0, length);
      if (text.length() % length == 0 && unit.repeat(text.length() / length).equals(text)) {
        units.add(unit);
      }
    }
    return units;
  }

  private static boolean hasAny(Set<String> forms) {
    try (InputStream list = CommonPasswords.class.getResourceAsStream(LIST)) {
      if (list == null) {
        throw new IllegalStateException("the list of common passwords is not in any jar");
      }
      var lines = new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8));
      return lines.lines().anyMatch(line -> forms.contains(line.toLowerCase(Locale.ROOT)));
    } catch (IOException failed) {
      throw new UncheckedIOException("the list of common passwords", failed);
    }
  }
}
