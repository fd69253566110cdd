package florin.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a simulated world has for {@link Sender}, under its name: a line to the world's receiver.
 */
public final class SimulatedSender implements AutoCloseable {
  /** Whoever is sent to. */
  public interface WorldReceiver {
    /** The status of the answer; empty where none comes. */
    OptionalInt post(byte[] body, Map<String, String> headers);
  }

  /** As the service has it. */
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
        : new PostOutcome.Failed("no answer", Duration.ofMillis(1));
  }

  @Override
  public void close() {}
}
