package florin.connector;

import java.time.Instant;
import java.util.Optional;

/**
 * A way to a card network. Every operation carries our own reference, and is idempotent by it: the
 * same request with the same reference is booked once, however often and from wherever it is sent,
 * and a reference is never used for two different operations.
 *
 * <p>A connector holds no database transaction of ours, touches no table but its own, answers
 * before the deadline (with {@link Outcome.Unknown} when it has nothing better), and returns every
 * answer as a value. Callers reach it through {@link SafeConnector}, which makes a value of what
 * escapes all the same.
 */
public interface Connector {
  /** Of this instance, `cn_…`, or, where there is one for all, its kind: stored with attempts. */
  String id();

  /** What speaks to the network, for example `simulator`: shown as `outcome.connector`. */
  String kind();

  default ConnectorName name() {
    return new ConnectorName(id(), kind());
  }

  Capabilities capabilities();

  /** Where whoever is about to begin something new takes a place before it is written down. */
  default CallRoom room() {
    return CallRoom.UNBOUNDED;
  }

  /** Whether the provider does not take the key any more: somebody has to look. */
  default boolean isKeyRefused() {
    return false;
  }

  /** Whether it has a part in such operations: of a kind that it has not, none is begun. */
  default boolean takes(OperationKind operation) {
    return true;
  }

  /** Asks for the amount; with automatic capture, takes it too. */
  Outcome authorize(AuthorizeRequest request, Deadline deadline);

  /**
   * Goes on with an authorisation that required an action of the payer, under its own reference,
   * once the payer has acted.
   */
  Outcome resume(ResumeRequest request, Deadline deadline);

  /**
   * Carries out what follows an authorisation, as {@link OperationKind} says of each. What this
   * network does not know is declined ({@link ResponseCodes#INVALID_TRANSACTION}), so that a kind
   * more is no change of the connectors that have no part in it.
   */
  Outcome followUp(OperationKind operation, FollowUp request, Deadline deadline);

  /** What became of an operation. */
  Inquiry inquire(InquiryRequest request, Deadline deadline);

  /**
   * Makes out who sent something to this connector's address, and what it is about, without asking
   * anybody. A network that sends nothing is sent nothing genuine.
   */
  default ProviderWebhook.ProviderWebhookReading read(ProviderWebhookRequest request) {
    return new ProviderWebhook.ProviderWebhookReading.Forged();
  }

  /**
   * Asks what there is under references of ours that was made since a moment, a page at a time.
   * Nothing is changed by it.
   *
   * @param after what the page before gave; empty for the first
   */
  default ProviderListing list(Instant since, Optional<String> after, Deadline deadline) {
    return new ProviderListing.Unsupported();
  }
}
