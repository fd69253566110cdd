package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.core.RealmClock;
import florin.core.RealmClock.SandboxTime;
import florin.job.DueWork;
import florin.webhook.Fanout.Lease;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Attempts the deliveries of a sandbox. Each endpoint gets its due events one after the other, in
 * the order of their due times, so that the same calls lead to the same requests. Endpoints don't
 * wait for each other.
 */
final class SandboxDeliveries implements DueWork {
  private static final int MAX_AT_ONCE = 100;

  /** The time after which no further attempt to an endpoint begins in this round. */
  private static final Duration MAX_TIME = Duration.ofSeconds(3);

  private final DeliveryQueueStore queue;
  private final DeliveryAttempts attempts;
  private final InstantSource clock;

  SandboxDeliveries(DeliveryQueueStore queue, DeliveryAttempts attempts, InstantSource clock) {
    this.queue = queue;
    this.attempts = attempts;
    this.clock = clock;
  }

  @Override
  public Optional<Instant> findNext(Realm realm) {
    return queue.findNextDue(realm);
  }

  @Override
  public void runDue(Realm realm) {
    SandboxTime time = RealmClock.current().orElseThrow();
    var threads = new ArrayList<Thread>();
    queue.listDue(realm, clock.instant(), MAX_AT_ONCE).stream()
        .collect(Collectors.groupingBy(Lease::endpoint))
        .forEach((endpoint, due) -> threads.add(start(endpoint, due, time)));
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private Thread start(WebhookEndpointId endpoint, List<Lease> due, SandboxTime time) {
    return Thread.ofVirtual()
        .name("sandbox-deliveries-" + endpoint.text())
        .start(() ->
            RealmClock.within(
                time,
                () -> {
                  attempt(due);
                  return true;
                }));
  }

  private void attempt(List<Lease> due) {
    long end = System.nanoTime() + MAX_TIME.toNanos();
    for (Lease delivery : due) {
      if (System.nanoTime() - end >= 0) {
        return; // the others stay due
      }
      queue
          .take(delivery, clock.instant().plus(Fanout.LEASE))
          .ifPresent(taken -> attempts.make(taken, () -> {}, _ -> {}));
    }
  }
}
