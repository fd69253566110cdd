package florin.connector.stripe;

import florin.connector.Deadline;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * To Stripe with one key. What is wrong with the key, or with the mode of an answer, is told to the
 * operator: no payment of this connector goes well until somebody has looked.
 */
final class StripeLine {
  private static final Logger LOG = LoggerFactory.getLogger(StripeLine.class);

  private final String connector;
  private final StripeClient client;
  private final String key;
  private final boolean live;

  /**
   * @param connector for the log
   * @param live what every answer must say of itself
   */
  StripeLine(String connector, StripeClient client, String key, boolean live) {
    this.connector = connector;
    this.client = client;
    this.key = key;
    this.live = live;
  }

  StripeAnswer send(StripeRequest request, Deadline deadline) {
    StripeAnswer answer = client.send(request, key, deadline);
    return switch (answer) {
      case StripeAnswer.KeyRefused(String detail) -> {
        LOG.error(
            "{}: Stripe does not take the key for {} {}, {}: look at the key and at what it may do",
            connector,
            request.method(),
            request.path(),
            detail);
        yield answer;
      }
      case StripeAnswer.Done(StripeObject object) when isOfOtherMode(object) -> {
        LOG.error(
            "{}: Stripe answered {} {} in the other mode, livemode is {}; the answer is not believed",
            connector,
            request.method(),
            request.path(),
            !live);
        yield new StripeAnswer.Lost("an answer of the other mode");
      }
      default -> answer;
    };
  }

  private boolean isOfOtherMode(StripeObject object) {
    return object.flag("livemode").equals(Optional.of(!live));
  }
}
