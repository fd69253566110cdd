package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.webhook.Delivery.Status;
import florin.webhook.Fanout.Lease;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Deliveries for a writer of demo history: it requests each attempt, one after the other, and each
 * retry follows the history's clock.
 */
public final class DeliveryHistory {
  private final DeliveryQueueStore queue;
  private final DeliveryStore store;
  private final DeliveryAttempts attempts;
  private final RetrySchedule schedule;
  private final InstantSource dueClock;

  DeliveryHistory(
      DeliveryQueueStore queue,
      DeliveryStore store,
      DeliveryAttempts attempts,
      RetrySchedule schedule,
      InstantSource dueClock) {
    this.queue = queue;
    this.store = store;
    this.attempts = attempts;
    this.schedule = schedule;
    this.dueClock = dueClock;
  }

  /** A failed delivery, and the pause between its attempt and the next one. */
  public static final class Retry {
    private final Lease delivery;
    private final Duration after;

    private Retry(Lease delivery, Duration after) {
      this.delivery = delivery;
      this.after = after;
    }

    public Duration after() {
      return after;
    }
  }

  /** Makes the first attempt of all deliveries of these endpoints that have had none. */
  public List<Retry> attemptNew(
      Realm realm, List<WebhookEndpointId> endpoints, RandomGenerator random) {
    var retries = new ArrayList<Retry>();
    for (Lease delivery : queue.listNew(realm, endpoints)) {
      attempt(delivery, random).ifPresent(retries::add);
    }
    return retries;
  }

  /**
   * Makes the next attempt; returns empty if a node has taken the delivery since, or no retry
   * follows.
   */
  public Optional<Retry> attempt(Retry retry, RandomGenerator random) {
    return queue
        .take(retry.delivery, dueClock.instant().plus(Fanout.LEASE))
        .flatMap(taken -> attempt(taken, random));
  }

  private Optional<Retry> attempt(Lease delivery, RandomGenerator random) {
    var _ = attempts.make(delivery, () -> {}, _ -> {});
    return store
        .find(delivery.realm(), delivery.id())
        .filter(now -> now.status() == Status.PENDING && now.attempts() > 0)
        .flatMap(now -> schedule.pauseAfter(now.attempts(), Optional.empty(), random))
        .map(pause -> new Retry(delivery, pause));
  }
}
