package florin.dashboard.parts;

/** A link that was used or has expired. */
public final class DeadLink extends RuntimeException {
  private final String words;

  /**
   * Creates the exception.
   *
   * @param words for the user who followed it
   */
  public DeadLink(String words) {
    super(words, null, false, false);
    this.words = words;
  }

  String words() {
    return words;
  }
}
