package florin.dashboard;

import florin.connector.instance.Instances.ReceivedProviderWebhook;
import florin.core.Id.PaymentId;
import java.time.Instant;
import java.util.Optional;

/** A provider webhook as pages show it. */
public record ProviderWebhookRow(
    String kind,
    Optional<String> externalId,
    Optional<String> payment,
    String connectorPath,
    Instant received) {
  static ProviderWebhookRow of(ReceivedProviderWebhook webhook) {
    return new ProviderWebhookRow(
        webhook.kind(),
        webhook.externalId(),
        webhook.payment().map(PaymentId::text),
        ConnectorPages.PATH + "/" + webhook.connector(),
        webhook.received());
  }
}
