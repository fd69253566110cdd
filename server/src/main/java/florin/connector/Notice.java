package florin.connector;

import java.util.Optional;

/**
 * Something that a network tells by itself. It is a nudge to inquire and no more: in what order
 * notices come, whether one comes twice, and what it says does not matter.
 *
 * @param id by which the network tells its notices apart; empty where it does not, and each counts
 * @param reference of ours, where the network repeats it
 * @param externalId the network's own name for what it tells of
 * @param kind in the network's words, for the log
 */
public record Notice(
    Optional<String> id,
    Optional<OperationRef> reference,
    Optional<String> externalId,
    String kind) {
  static final int MAX_TEXT = 255;

  public Notice {
    requireShort(kind);
    id.ifPresent(Notice::requireShort);
    externalId.ifPresent(Notice::requireShort);
  }

  private static void requireShort(String text) {
    if (text.isEmpty() || text.length() > MAX_TEXT) {
      throw new IllegalArgumentException(
          "a text of a notice has 1 to " + MAX_TEXT + " characters, not " + text.length());
    }
  }

  /** What a connector makes of what came to its address, where anybody may send. */
  public sealed interface NoticeReading {
    /** The network's, provably, though perhaps not about anything of ours. */
    record Genuine(Notice notice) implements NoticeReading {}

    /** Not signed as the network signs. */
    record Forged() implements NoticeReading {}

    /** Signed, and nothing that can be understood. */
    record Unreadable() implements NoticeReading {}
  }
}
