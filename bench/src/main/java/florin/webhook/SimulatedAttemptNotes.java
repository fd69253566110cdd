package florin.webhook;

import java.time.Instant;

/** What a simulated world has for {@link AttemptNotes}, under its name: nobody is told. */
public final class SimulatedAttemptNotes {
  void attempted(WebhookEndpoint endpoint, PostOutcome sent, Instant begun) {}
}
