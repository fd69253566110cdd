package florin.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The similarity of typed text to known words. */
public final class EditDistance {
  /** The largest distance that counts as a typing error, or as two swapped letters. */
  private static final int NEAR = 2;

  private EditDistance() {}

  /** Returns the word that was probably meant, if any. */
  public static Optional<String> nearest(String typed, Collection<String> words) {
    return words.stream()
        .filter(word -> of(word, typed) <= NEAR)
        .min(Comparator.comparingInt(word -> of(word, typed)));
  }

  /** Returns the number of letters to insert, delete or replace (Levenshtein). */
  public static int of(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
