package florin.connector.instance;

import florin.core.Id.ConnectorId;
import florin.core.Id.PaymentId;
import florin.core.Id.ProviderWebhookId;
import java.time.Instant;
import java.util.Optional;

/**
 * A webhook as it is shown. Its content stays sealed.
 *
 * @param kind in the provider's words, for example `charge.refunded`
 * @param externalId the provider's identifier of its subject
 * @param payment the payment that it concerns
 */
public record ReceivedProviderWebhook(
    ProviderWebhookId id,
    ConnectorId connector,
    String kind,
    Optional<String> externalId,
    Optional<PaymentId> payment,
    Instant received) {}
