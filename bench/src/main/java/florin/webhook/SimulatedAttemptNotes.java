package florin.webhook;

import florin.webhook.DeliveryAttempts.PostOutcome;
import java.time.Instant;

/** Replaces {@link AttemptNotes} in a simulation run. It records nothing. */
public final class SimulatedAttemptNotes {
  void attempted(WebhookEndpoint endpoint, PostOutcome sent, Instant begun) {}
}
