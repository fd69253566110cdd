package florin.dashboard;

/** A link that works once, or for a time, does so no more. */
final class DeadLink extends RuntimeException {
  private final String words;

  /**
   * @param words for who followed it
   */
  DeadLink(String words) {
    super(words, null, false, false);
    this.words = words;
  }

  String words() {
    return words;
  }
}
