package florin.connector;

import java.util.Optional;

/**
 * A webhook from a network. It only triggers an inquiry. So the order of webhooks, duplicates and
 * their content do not matter.
 *
 * @param id the network's identifier of the webhook; if it is empty, webhooks about one operation
 *     within a few seconds count as repetitions
 * @param reference Florin's reference, if the network repeats it
 * @param externalId the network's own identifier of the webhook's subject
 * @param kind in the network's words, for the log
 * @param mayChangePaid whether it may be about a change of a payment that has succeeded, such as a
 *     refund or a dispute
 */
public record ProviderWebhook(
    Optional<String> id,
    Optional<OperationRef> reference,
    Optional<String> externalId,
    String kind,
    boolean mayChangePaid) {
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

  /**
   * A connector's reading of a request to its webhook URL, to which any client can send requests.
   */
  public sealed interface ProviderWebhookReading {
    /** The webhook is provably from the network, although its subject may be unknown to Florin. */
    record Genuine(ProviderWebhook webhook) implements ProviderWebhookReading {}

    /** The signature is missing or wrong. */
    record Forged() implements ProviderWebhookReading {}

    /** The signature is valid, and the content can't be read. */
    record Unreadable() implements ProviderWebhookReading {}
  }
}
