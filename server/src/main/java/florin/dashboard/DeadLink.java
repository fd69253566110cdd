package florin.dashboard;

/** A link that was used or has expired. */
final class DeadLink extends RuntimeException {
  private final String words;

  /**
   * Creates the exception.
   *
   * @param words for the user who followed it
   */
  DeadLink(String words) {
    super(words, null, false, false);
    this.words = words;
  }

  String words() {
    return words;
  }
}
