package florin.http;

import java.util.regex.Pattern;

/** Checks whether a text has the form of an id of any kind: then it contains nothing else. */
public final class IdText {
  private static final Pattern ID = Pattern.compile("[a-z]{2,7}_[0-7][0-9a-hjkmnp-tv-z]{25}");

  /** The length of the longest id. */
  static final int MAX_LENGTH = 34;

  private IdText() {}

  public static boolean is(String text) {
    return text.length() <= MAX_LENGTH && ID.matcher(text).matches();
  }
}
