package florin.webhook;

import florin.webhook.DeliveryAttempts.PostOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Replaces {@link Sender} in a simulation run. It calls the simulated receiver. */
public final class SimulatedSender implements AutoCloseable {
  /** A receiver of deliveries. */
  public interface WorldReceiver {
    /** Handles a delivery. Returns the status of the response, or empty if there is none. */
    OptionalInt post(byte[] body, Map<String, String> headers);
  }

  /** The same timeout as in the service. */
  static final Duration TIMEOUT = Duration.ofSeconds(15);

  private final WorldReceiver receiver;

  public SimulatedSender(WorldReceiver receiver) {
    this.receiver = receiver;
  }

  PostOutcome post(String url, byte[] body, Map<String, String> headers, Instant now) {
    OptionalInt status = receiver.post(body, headers);
    return status.isPresent()
        ? new PostOutcome.Answered(
            status.getAsInt(), "", "", Optional.empty(), Duration.ofMillis(1))
        : new PostOutcome.Failed("no response", Duration.ofMillis(1));
  }

  @Override
  public void close() {}
}
