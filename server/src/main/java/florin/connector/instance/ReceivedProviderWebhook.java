package florin.connector.instance;

import florin.core.Id.ConnectorId;
import florin.core.Id.PaymentId;
import florin.core.Id.ProviderWebhookId;
import java.time.Instant;
import java.util.Optional;

/**
 * A webhook as it is shown. What it said stays sealed.
 *
 * @param kind in the provider's word: `charge.refunded`
 * @param externalId what the provider calls what it is about
 * @param payment that it is about
 */
public record ReceivedProviderWebhook(
    ProviderWebhookId id,
    ConnectorId connector,
    String kind,
    Optional<String> externalId,
    Optional<PaymentId> payment,
    Instant received) {}
