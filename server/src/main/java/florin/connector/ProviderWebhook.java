package florin.connector;

import java.util.Optional;

/**
 * Something that a network tells by itself. It is a nudge to inquire and no more: in what order
 * webhooks come, whether one comes twice, and what it says does not matter.
 *
 * @param id by which the network tells its webhooks apart; empty where it does not, and each counts
 * @param reference of ours, where the network repeats it
 * @param externalId the network's own name for what it tells of
 * @param kind in the network's words, for the log
 */
public record ProviderWebhook(
    Optional<String> id,
    Optional<OperationRef> reference,
    Optional<String> externalId,
    String kind) {
  static final int MAX_TEXT = 255;

  public ProviderWebhook {
    requireShort(kind);
    id.ifPresent(ProviderWebhook::requireShort);
    externalId.ifPresent(ProviderWebhook::requireShort);
  }

  private static void requireShort(String text) {
    if (text.isEmpty() || text.length() > MAX_TEXT) {
      throw new IllegalArgumentException(
          "a text of a webhook has 1 to " + MAX_TEXT + " characters, not " + text.length());
    }
  }

  /** What a connector makes of what came to its address, where anybody may send. */
  public sealed interface ProviderWebhookReading {
    /** The network's, provably, though perhaps not about anything of ours. */
    record Genuine(ProviderWebhook webhook) implements ProviderWebhookReading {}

    /** Not signed as the network signs. */
    record Forged() implements ProviderWebhookReading {}

    /** Signed, and nothing that can be understood. */
    record Unreadable() implements ProviderWebhookReading {}
  }
}
