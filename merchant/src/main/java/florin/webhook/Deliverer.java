package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.db.Db;
import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import florin.webhook.DueDeliveries.ClaimedDeliveries;
import florin.webhook.Fanout.Lease;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the deliveries that this node has leased, and leases due ones: retries, and those left by
 * a dead or busy node. Each attempt has its own virtual thread.
 */
final class Deliverer implements AutoCloseable {
  private static final Duration CLAIM_PAUSE = Duration.ofMillis(250);

  /** The most deliveries in one claim. */
  private static final int MAX_CLAIM = 500;

  /** The time for an attempt and its recording. */
  private static final Duration DRAIN = Sender.TIMEOUT.plusSeconds(3);

  private static final int HAND_BACK_BATCH = 1000;
  private static final Logger LOG = LoggerFactory.getLogger(Deliverer.class);

  private final DeliveryQueueStore queue;
  private final DueDeliveries due;
  private final Lanes lanes;
  private final DeliveryAttempts attempts;
  private final InstantSource clock;
  private final BackgroundJob claims;
  private final Thread starter;

  /** Endpoints of which a claim took the maximum: more may be due. */
  private final Set<WebhookEndpointId> backlog = ConcurrentHashMap.newKeySet();

  private volatile boolean closing;

  Deliverer(
      Db db,
      Lanes lanes,
      DeliveryAttempts attempts,
      RetrySchedule schedule,
      InstantSource clock,
      WorkAcceptance acceptance) {
    this.queue = new DeliveryQueueStore(db);
    this.due = new DueDeliveries(queue, schedule);
    this.lanes = lanes;
    this.attempts = attempts;
    this.clock = clock;
    this.claims = BackgroundJob.ofWork("webhook-claim", CLAIM_PAUSE, acceptance, this::claim);
    this.starter = Thread.ofVirtual().name("webhook-starter").start(this::startAll);
  }

  private void startAll() {
    try {
      while (!closing) {
        for (Lease delivery : lanes.awaitReady()) {
          Thread.ofVirtual().name("webhook-attempt").start(() -> attempt(delivery));
        }
      }
    } catch (InterruptedException stopping) {
      LOG.debug("the starter was interrupted");
    }
  }

  private void attempt(Lease delivery) {
    WebhookEndpointId endpoint = delivery.endpoint();
    try {
      boolean isBegun =
          attempts.make(
              delivery,
              () -> lanes.gaveUp(endpoint),
              works -> {
                int room = lanes.answered(endpoint, works, System.nanoTime());
                if (2 * room >= lanes.limits().perEndpoint() && backlog.remove(endpoint)) {
                  claims.nudge();
                }
              });
      if (!isBegun) {
        lanes.leave(delivery);
      }
    } finally {
      lanes.finished();
    }
  }

  private boolean claim() {
    long now = System.nanoTime();
    lanes.tick(now);
    List<Lease> left = lanes.left(HAND_BACK_BATCH);
    if (!left.isEmpty()) {
      queue.handBack(left, clock.instant().plus(Fanout.LEASE));
      lanes.forgetLeft(left.size());
    }
    int limit = Math.min(lanes.room(), MAX_CLAIM);
    if (limit == 0) {
      return false;
    }
    int usual = lanes.limits().perEndpoint();
    Map<WebhookEndpointId, Integer> room = lanes.room(now);
    ClaimedDeliveries claim = due.claim(room, usual, limit, clock.instant());
    lanes.offer(claim.leases(), now);
    noteBacklog(claim.leases(), room, usual);
    boolean hasRoom = limit == MAX_CLAIM || claim.leases().size() < limit;
    return claim.more() && hasRoom;
  }

  private void noteBacklog(List<Lease> claimed, Map<WebhookEndpointId, Integer> room, int usual) {
    var taken = new HashMap<WebhookEndpointId, Integer>();
    claimed.forEach(delivery -> taken.merge(delivery.endpoint(), 1, Integer::sum));
    taken.forEach((endpoint, count) -> {
      if (count >= room.getOrDefault(endpoint, usual)) {
        backlog.add(endpoint);
      }
    });
  }

  /** Starts nothing more, lets attempts in flight end, and returns the other leases. */
  @Override
  public void close() {
    closing = true;
    claims.close();
    starter.interrupt();
    try {
      starter.join();
      handBack(lanes.drain());
      lanes.awaitFinished(DRAIN);
      handBack(lanes.left(Integer.MAX_VALUE));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException databaseAway) {
      LOG.warn("deliveries could not be released; their leases expire", databaseAway);
    }
  }

  private void handBack(List<Lease> left) {
    for (int from = 0; from < left.size(); from += HAND_BACK_BATCH) {
      int to = Math.min(from + HAND_BACK_BATCH, left.size());
      queue.handBack(left.subList(from, to), clock.instant());
    }
  }
}
