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
 * The hundred thousand most common passwords, a list in the jar of nbvcxz (MIT). Each check reads
 * it in a few milliseconds and keeps nothing, because passwords are rarely set.
 *
 * <p>Attackers also try variations that people use to satisfy rules: digits and punctuation before
 * or after, or a repetition. So these count as common too.
 */
public final class CommonPasswords {
  private static final String LIST = "/dictionaries/passwords.txt";

  /** The shortest word between digits and punctuation that is checked. */
  private static final int SHORTEST_WORD = 4;

  private static final Pattern AROUND = Pattern.compile("^[^\\p{L}]+|[^\\p{L}]+$");

  private CommonPasswords() {}

  /**
   * Returns whether the password is common.
   *
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

  /** Returns the text and the unit of which it is a repetition. */
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
