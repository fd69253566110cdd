package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.db.MadeListener;
import florin.webhook.Fanout.Lease;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;

/**
 * What this node has leased and not begun, by endpoint, and what may begin: at most so many
 * attempts for one endpoint, so many in all, and none where the circuit is open. Endpoints take
 * turns.
 *
 * <p>It only decides. Whoever gets a delivery from {@link #takeReady} owes it an {@link #answered}
 * or {@link #gaveUp}, which frees the endpoint's place, and then a {@link #finished}.
 */
public final class Lanes implements MadeListener {
  /**
   * @param perEndpoint attempts in flight for one endpoint
   * @param inAll attempts begun and not yet recorded, for all
   * @param waiting deliveries in memory; past it the lease's end brings them back
   */
  record LaneLimits(int perEndpoint, int inAll, int waiting) {}

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** One is about 200 bytes. */
  private static final int MAX_WAITING = 100_000;

  /** An attempt begins only while so much of the lease is left: more than it can take. */
  static final Duration NEEDED = Duration.ofSeconds(20);

  /** At least so many endpoints can fill the memory only together. */
  private static final int SHARES = 10;

  private record QueuedDelivery(Lease delivery, long startByNanos) {}

  private static final class Lane {
    final Deque<QueuedDelivery> waiting = new ArrayDeque<>();
    final Circuit circuit = new Circuit();
    int inFlight;
  }

  /** Deliveries that were not begun and wait for their attempt to be taken off the count. */
  static final int MAX_LEFT = 10_000;

  private final LaneLimits limits;
  private final Map<WebhookEndpointId, Lane> lanes = new HashMap<>();
  private final SequencedSet<WebhookEndpointId> ready = new LinkedHashSet<>();
  private final Deque<Lease> left = new ArrayDeque<>();
  private int waiting;
  private int unfinished;

  Lanes(LaneLimits limits) {
    this.limits = limits;
  }

  /**
   * @param perEndpoint attempts in flight for one endpoint
   * @param inAll attempts in flight for all
   */
  public static Lanes of(int perEndpoint, int inAll) {
    return new Lanes(new LaneLimits(perEndpoint, inAll, MAX_WAITING));
  }

  LaneLimits limits() {
    return limits;
  }

  /** What was born here: told by the group commit that has made it durable. */
  @Override
  public void made(List<List<Object>> rows) {
    offer(rows.stream().map(Lease::of).toList(), System.nanoTime());
  }

  /**
   * @param leasedNanos when the lease began, or a little later
   */
  synchronized void offer(List<Lease> deliveries, long leasedNanos) {
    long startBy = leasedNanos + Fanout.LEASE.minus(NEEDED).toNanos();
    for (Lease delivery : deliveries) {
      Lane lane = lanes.computeIfAbsent(delivery.endpoint(), _ -> new Lane());
      if (waiting >= limits.waiting() || lane.waiting.size() >= mostWaiting(lane)) {
        leave(delivery);
        continue;
      }
      lane.waiting.add(new QueuedDelivery(delivery, startBy));
      waiting++;
      ready.add(delivery.endpoint());
    }
    notifyAll();
  }

  /** One endpoint must not fill the memory that is for all. */
  private int mostWaiting(Lane lane) {
    return lane.circuit.isOpen() ? limits.perEndpoint() : Math.max(1, limits.waiting() / SHARES);
  }

  /** Waits until something can begin, or for the patience. */
  synchronized List<Lease> awaitReady(Duration patience) throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    List<Lease> begun = takeReady(System.nanoTime());
    for (long left = patience.toMillis();
        begun.isEmpty() && left > 0;
        left = (until - System.nanoTime()) / NANOS_PER_MILLI) {
      wait(left);
      begun = takeReady(System.nanoTime());
    }
    return begun;
  }

  /** Those that begin now, in turns of their endpoints. */
  synchronized List<Lease> takeReady(long nowNanos) {
    var begun = new ArrayList<Lease>();
    while (unfinished < limits.inAll() && !ready.isEmpty()) {
      WebhookEndpointId endpoint = ready.removeFirst();
      Lane lane = lanes.get(endpoint);
      if (lane == null) {
        continue;
      }
      Optional<Lease> next = next(lane, nowNanos);
      if (next.isPresent()) {
        lane.inFlight++;
        unfinished++;
        begun.add(next.get());
        ready.add(endpoint);
      } else {
        forgetIfIdle(endpoint, lane);
      }
    }
    return begun;
  }

  private Optional<Lease> next(Lane lane, long nowNanos) {
    while (lane.inFlight < limits.perEndpoint() && lane.circuit.lets(lane.inFlight, nowNanos)) {
      QueuedDelivery first = lane.waiting.poll();
      if (first == null) {
        return Optional.empty();
      }
      waiting--;
      if (!isLate(first, nowNanos)) {
        return Optional.of(first.delivery());
      }
      leave(first.delivery());
    }
    return Optional.empty();
  }

  /**
   * @param works whether the endpoint has shown that it is alive
   * @return how many more deliveries the endpoint has room for
   */
  synchronized int answered(WebhookEndpointId endpoint, boolean works, long nowNanos) {
    Lane lane = lanes.get(endpoint);
    if (lane == null) {
      return 0;
    }
    if (works) {
      lane.circuit.succeeded();
    } else {
      lane.circuit.failed(nowNanos);
    }
    free(endpoint, lane);
    return room(lane, nowNanos);
  }

  /** It was not sent, for reasons of ours. */
  synchronized void gaveUp(WebhookEndpointId endpoint) {
    Lane lane = lanes.get(endpoint);
    if (lane != null) {
      free(endpoint, lane);
    }
  }

  private void free(WebhookEndpointId endpoint, Lane lane) {
    lane.inFlight--;
    ready.add(endpoint);
    notifyAll();
  }

  /** What came of an attempt is recorded, or never will be. */
  synchronized void finished() {
    unfinished--;
    notifyAll();
  }

  /** Looks again at what a pause has kept, and drops what has waited too long for its lease. */
  synchronized void tick(long nowNanos) {
    for (Lane lane : lanes.values()) {
      while (!lane.waiting.isEmpty() && isLate(lane.waiting.getFirst(), nowNanos)) {
        leave(lane.waiting.removeFirst().delivery());
        waiting--;
      }
    }
    ready.addAll(lanes.keySet());
    notifyAll();
  }

  /**
   * Notes a delivery that is not begun under this lease; past the most its attempt stays counted.
   */
  synchronized void leave(Lease delivery) {
    if (left.size() < MAX_LEFT) {
      left.add(delivery);
    }
  }

  /** The first of those that were left. */
  synchronized List<Lease> left(int most) {
    return left.stream().limit(most).toList();
  }

  /** Drops the first of those that were left: their attempts are off the count. */
  synchronized void forgetLeft(int count) {
    for (int i = 0; i < count; i++) {
      left.removeFirst();
    }
  }

  private static boolean isLate(QueuedDelivery waiting, long nowNanos) {
    return nowNanos - waiting.startByNanos() >= 0;
  }

  /** How many more deliveries each known endpoint has room for; any other has room for all. */
  synchronized Map<WebhookEndpointId, Integer> room(long nowNanos) {
    var room = new HashMap<WebhookEndpointId, Integer>();
    lanes.forEach((endpoint, lane) -> room.put(endpoint, room(lane, nowNanos)));
    return room;
  }

  private int room(Lane lane, long nowNanos) {
    if (!lane.circuit.lets(lane.inFlight, nowNanos)) {
      return 0;
    }
    int places = lane.circuit.isOpen() ? 1 : limits.perEndpoint();
    return Math.max(0, places - lane.inFlight - lane.waiting.size());
  }

  /** How many more deliveries can be claimed in all. */
  synchronized int room() {
    return Math.max(0, limits.inAll() - unfinished);
  }

  synchronized List<WebhookEndpointId> paused() {
    return lanes.entrySet().stream()
        .filter(lane -> lane.getValue().circuit.isOpen())
        .map(Map.Entry::getKey)
        .toList();
  }

  synchronized int waiting() {
    return waiting;
  }

  synchronized int unfinished() {
    return unfinished;
  }

  /** Waits until no attempt is under way, or for the patience. */
  synchronized void awaitFinished(Duration patience) throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    for (long left = patience.toMillis();
        unfinished > 0 && left > 0;
        left = (until - System.nanoTime()) / NANOS_PER_MILLI) {
      wait(left);
    }
  }

  /** Empties memory, for whoever hands the leases back. */
  synchronized List<Lease> drain() {
    var left = new ArrayList<Lease>();
    for (Lane lane : lanes.values()) {
      lane.waiting.forEach(w -> left.add(w.delivery()));
      lane.waiting.clear();
    }
    waiting = 0;
    return left;
  }

  private void forgetIfIdle(WebhookEndpointId endpoint, Lane lane) {
    if (lane.inFlight == 0 && lane.waiting.isEmpty() && !lane.circuit.isOpen()) {
      lanes.remove(endpoint);
    }
  }
}
