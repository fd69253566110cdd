package florin.webhook;

import florin.webhook.Delivery.AttemptResult;
import florin.webhook.DeliveryAttempts.PostOutcome;
import java.time.Instant;

/** Passes each attempt to the statistics, besides the row that records it. */
record AttemptNotes(EndpointFailures failures, EndpointHours hours, WebhookMetrics metrics) {
  void attempted(WebhookEndpoint endpoint, PostOutcome sent, Instant begun) {
    metrics.attempted(AttemptResult.of(sent), sent.latency());
    hours.attempted(endpoint.realm(), endpoint.id(), sent, begun);
    if (sent.isDelivered()) {
      failures.succeeded(endpoint.realm(), endpoint.id(), endpoint.failing());
    } else {
      failures.failed(endpoint.realm(), endpoint.id(), begun);
    }
  }
}
