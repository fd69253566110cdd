package florin.connector.instance;

import florin.account.RateLimit;
import florin.connector.Connector.ProviderWebhookRequest;
import florin.connector.OperationRef;
import florin.connector.ProviderWebhook;
import florin.connector.ProviderWebhook.ProviderWebhookReading;
import florin.connector.instance.RealmConnectors.ConnectorEntry;
import florin.core.Id.ConnectorId;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.vault.SecretSeal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handling of webhooks from providers. A webhook only makes recovery inquire about an attempt
 * now instead of later, and decides nothing. So the order of webhooks and duplicates don't matter,
 * and even a forged one would do no harm.
 */
public final class ProviderWebhooks {
  /** The most webhooks per second of one connector. A provider that must wait sends them again. */
  private static final int PER_SECOND = 50;

  private static final int BURST = 500;

  /** The span in which webhooks without an id about one operation count as repetitions. */
  private static final Duration SPAN = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(ProviderWebhooks.class);

  private final RealmConnectors connectors;
  private final ExchangeStore exchanges;
  private final GroupCommit commits;
  private final SecretSeal seal;
  private final Nudge nudge;
  private final RateLimit<ConnectorId> rate = new RateLimit<>(PER_SECOND, BURST);

  /** The write that makes the unresolved attempts of an operation's payment due. */
  @FunctionalInterface
  public interface Nudge {
    /**
     * Returns the write.
     *
     * @param isPaidToo whether to inquire also about a payment that has succeeded
     * @param due the time at which they are due, unless they are due earlier
     */
    Write of(Realm realm, OperationRef reference, boolean isPaidToo, Instant due);
  }

  public ProviderWebhooks(
      RealmConnectors connectors,
      ExchangeStore exchanges,
      GroupCommit commits,
      SecretSeal seal,
      Nudge nudge) {
    this.connectors = connectors;
    this.exchanges = exchanges;
    this.commits = commits;
    this.seal = seal;
    this.nudge = nudge;
  }

  /** The result of a webhook. */
  enum ProviderWebhookResult {
    /**
     * It was stored now or earlier, or is not about an operation of Florin. The provider need not
     * send it again.
     */
    TAKEN,
    FORGED,
    UNREADABLE
  }

  /**
   * Returns the connector with this token.
   *
   * @throws Refusal if its webhooks can't be read now, so that the provider must send them again
   */
  Optional<ConnectorEntry> find(String token) {
    return connectors.findByToken(token);
  }

  /** Returns how long the provider must wait; empty if it need not. */
  Optional<Duration> mustWait(ConnectorEntry to, long nanoTime) {
    RateLimit.Quota decision = rate.take(to.instance().id(), nanoTime);
    return decision.allowed() ? Optional.empty() : Optional.of(decision.retryAfter());
  }

  ProviderWebhookResult receive(ConnectorEntry to, ProviderWebhookRequest request) {
    return switch (to.connector().read(request)) {
      case ProviderWebhookReading.Forged() -> ProviderWebhookResult.FORGED;
      case ProviderWebhookReading.Unreadable() -> ProviderWebhookResult.UNREADABLE;
      case ProviderWebhookReading.Genuine(ProviderWebhook webhook) -> {
        operation(to.instance(), webhook)
            .ifPresent(reference -> keep(to.instance(), webhook, reference, request));
        yield ProviderWebhookResult.TAKEN;
      }
    };
  }

  /**
   * Returns the operation of a webhook. A provider's account may have other users; their webhooks
   * are dropped.
   */
  private Optional<OperationRef> operation(Instance instance, ProviderWebhook webhook) {
    return webhook
        .reference()
        .filter(
            reference -> !exchanges.of(instance.realm(), instance.id()).list(reference).isEmpty())
        .or(() ->
            webhook
                .externalId()
                .flatMap(id -> exchanges.find(instance.realm(), instance.id(), id)));
  }

  /**
   * Stores a webhook. Webhooks without an id can be repeated by any client that knows the URL. So
   * within a span of time only the first one of an operation causes an inquiry now, and the others
   * cause one together at the end of the span.
   */
  private void keep(
      Instance instance,
      ProviderWebhook webhook,
      OperationRef reference,
      ProviderWebhookRequest request) {
    Instant now = request.received();
    if (webhook.id().isPresent()) {
      keep(instance, webhook.id().get(), webhook, reference, request, now);
      return;
    }
    long span = Math.floorDiv(now.getEpochSecond(), SPAN.toSeconds());
    String first = reference + " " + span;
    Instant end = Instant.ofEpochSecond((span + 1) * SPAN.toSeconds());
    boolean isNew =
        keep(instance, first, webhook, reference, request, now)
            || keep(instance, first + " more", webhook, reference, request, end);
    if (!isNew) {
      // The payment may have changed since the others, and may wait for something later now.
      commits.commit(
          Changeset.of(nudge.of(instance.realm(), reference, webhook.mayChangePaid(), end)));
    }
  }

  /**
   * Stores a webhook once. Returns false for a duplicate.
   *
   * @param due when to inquire, at the latest
   */
  private boolean keep(
      Instance instance,
      String webhookId,
      ProviderWebhook webhook,
      OperationRef reference,
      ProviderWebhookRequest request,
      Instant due) {
    UUID id = ProviderWebhookStore.id(instance, webhookId);
    String sealed = seal.seal(instance.realm(), id, request.body());
    Instant now = request.received();
    var writes =
        Changeset.of(
            ProviderWebhookStore.insert(instance, id, webhookId, webhook, reference, sealed, now),
            nudge.of(instance.realm(), reference, webhook.mayChangePaid(), due));
    return switch (commits.commit(writes)) {
      case CommitResult.Committed() -> {
        LOG.debug("{} tells of {}: {}", instance.id(), reference, webhook.kind());
        yield true;
      }
      case CommitResult.Refused _ -> false;
      case CommitResult.Rejected rejected ->
          throw new IllegalStateException("a webhook cannot be kept: " + rejected);
    };
  }
}
