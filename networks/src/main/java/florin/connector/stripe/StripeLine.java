package florin.connector.stripe;

import florin.connector.Deadline;
import florin.connector.remote.RemoteObject;
import florin.connector.stripe.StripeClient.StripeAnswer;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to Stripe with one key. It logs a rejected key, and a response of the wrong mode,
 * as errors for the operator. No payment of this connector succeeds until the operator has fixed
 * that.
 */
final class StripeLine {
  private static final Logger LOG = LoggerFactory.getLogger(StripeLine.class);

  private final String connector;
  private final StripeClient client;
  private final String key;
  private final boolean live;
  private volatile boolean keyRefused;

  /**
   * Creates the connection.
   *
   * @param connector for the log
   * @param live the mode that each response must state
   */
  StripeLine(String connector, StripeClient client, String key, boolean live) {
    this.connector = connector;
    this.client = client;
    this.key = key;
    this.live = live;
  }

  StripeAnswer send(StripeRequest request, Deadline deadline) {
    StripeAnswer answer = client.send(request, key, deadline);
    if (answer instanceof StripeAnswer.KeyRefused) {
      keyRefused = true;
    } else if (answer instanceof StripeAnswer.Done) {
      keyRefused = false;
    }
    return switch (answer) {
      case StripeAnswer.KeyRefused(String detail) -> {
        LOG.error(
            "{}: Stripe rejected the key for {} {}, {}: check the key and its permissions",
            connector,
            request.method(),
            request.path(),
            detail);
        yield answer;
      }
      case StripeAnswer.Done(RemoteObject object) when isOfOtherMode(object) -> {
        LOG.error(
            "{}: Stripe responded to {} {} in the other mode, livemode is {}; the response is ignored",
            connector,
            request.method(),
            request.path(),
            !live);
        yield new StripeAnswer.Lost("an answer of the other mode");
      }
      default -> answer;
    };
  }

  /** Returns whether the key was rejected, until a request succeeds again. */
  boolean isKeyRefused() {
    return keyRefused;
  }

  private boolean isOfOtherMode(RemoteObject object) {
    return object.flag("livemode").equals(Optional.of(!live));
  }
}
