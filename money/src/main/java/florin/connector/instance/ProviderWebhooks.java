package florin.connector.instance;

import florin.account.RateLimit;
import florin.connector.Connector.ProviderWebhookRequest;
import florin.connector.OperationRef;
import florin.connector.ProviderWebhook;
import florin.connector.ProviderWebhook.ProviderWebhookReading;
import florin.connector.instance.RealmConnectors.ConnectorEntry;
import florin.core.Id.ConnectorId;
import florin.core.IdSource;
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

  private static final Logger LOG = LoggerFactory.getLogger(ProviderWebhooks.class);

  private final RealmConnectors connectors;
  private final ExchangeStore exchanges;
  private final GroupCommit commits;
  private final SecretSeal seal;
  private final Nudge nudge;
  private final IdSource ids;
  private final RateLimit<ConnectorId> rate = new RateLimit<>(PER_SECOND, BURST);

  /** The write that makes the unresolved attempts of an operation's payment due now. */
  @FunctionalInterface
  public interface Nudge {
    /**
     * Returns the write.
     *
     * @param isPaidToo whether to inquire also about a payment that has succeeded
     */
    Write of(Realm realm, OperationRef reference, boolean isPaidToo, Instant now);
  }

  public ProviderWebhooks(
      RealmConnectors connectors,
      ExchangeStore exchanges,
      GroupCommit commits,
      SecretSeal seal,
      Nudge nudge,
      IdSource ids) {
    this.connectors = connectors;
    this.exchanges = exchanges;
    this.commits = commits;
    this.seal = seal;
    this.nudge = nudge;
    this.ids = ids;
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

  private void keep(
      Instance instance,
      ProviderWebhook webhook,
      OperationRef reference,
      ProviderWebhookRequest request) {
    String webhookId = webhook.id().orElseGet(() -> ids.next().toString());
    UUID id = ProviderWebhookStore.id(instance, webhookId);
    String sealed = seal.seal(instance.realm(), id, request.body());
    Instant now = request.received();
    var writes =
        Changeset.of(
            ProviderWebhookStore.insert(instance, id, webhookId, webhook, reference, sealed, now),
            nudge.of(instance.realm(), reference, webhook.mayChangePaid(), now));
    switch (commits.commit(writes)) {
      case CommitResult.Committed() ->
          LOG.debug("{} tells of {}: {}", instance.id(), reference, webhook.kind());
      case CommitResult.Refused _ -> {} // It is a duplicate.
      case CommitResult.Rejected rejected ->
          throw new IllegalStateException("a webhook cannot be kept: " + rejected);
    }
  }
}
