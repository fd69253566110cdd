package florin.dashboard.webhooks;

import florin.dashboard.parts.Pill;
import florin.webhook.Delivery;
import florin.webhook.Delivery.AttemptResult;
import florin.webhook.Delivery.DeliveryAttempt;
import java.util.Optional;

/** The status of a delivery for people. A pending delivery that has failed is being retried. */
public final class DeliveryStatus {
  private static final String RETRYING = "wait";

  private DeliveryStatus() {}

  /**
   * Returns the pill: `Retrying · 8 of 10 · HTTP 500` after a failed attempt.
   *
   * @param last the last attempt; empty before the first
   * @param most attempts that are allowed
   */
  public static Pill of(Delivery delivery, Optional<DeliveryAttempt> last, int most) {
    return last.filter(attempt -> isRetrying(delivery, attempt))
        .map(attempt ->
            new Pill(
                RETRYING,
                "Retrying · %d of %d · %s"
                    .formatted(delivery.attempts(), most, FailureText.brief(attempt))))
        .orElseGet(() -> Pill.of(delivery.status().text()));
  }

  public static boolean isRetrying(Pill status) {
    return status.tone().equals(RETRYING);
  }

  /** Returns false before the first attempt of a series: the last one is of an earlier series. */
  private static boolean isRetrying(Delivery delivery, DeliveryAttempt last) {
    return delivery.status() == Delivery.Status.PENDING
        && delivery.attempts() > 0
        && last.result() != AttemptResult.DELIVERED;
  }
}
