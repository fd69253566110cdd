package florin.build;

/** The number of edits that turn one word into another (Levenshtein). */
final class Edits {
  private Edits() {}

  static int between(String from, String to) {
    int[] last = new int[to.length() + 1];
    for (int column = 0; column <= to.length(); column++) {
      last[column] = column;
    }
    for (int row = 1; row <= from.length(); row++) {
      int[] next = new int[to.length() + 1];
      next[0] = row;
      for (int column = 1; column <= to.length(); column++) {
        int replaced = last[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
        next[column] = Math.min(replaced, 1 + Math.min(last[column], next[column - 1]));
      }
      last = next;
    }
    return last[to.length()];
  }
}
