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
 * The deliveries that this node has leased and not started, by endpoint. It limits the attempts for
 * one endpoint and in total, and starts none while the endpoint's circuit is open. Endpoints take
 * turns.
 *
 * <p>It only decides. A caller that gets a delivery from {@link #takeReady} must call {@link
 * #answered} or {@link #gaveUp}, which frees the endpoint's slot, and then {@link #finished}.
 */
public final class Lanes implements MadeListener {
  /**
   * The limits.
   *
   * @param perEndpoint attempts in flight for one endpoint
   * @param inAll attempts started and not recorded yet, in total
   * @param waiting deliveries in memory; others return to the queue when their leases end
   */
  record LaneLimits(int perEndpoint, int inAll, int waiting) {}

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The most deliveries in memory, of about 200 bytes each. */
  private static final int MAX_WAITING = 100_000;

  /** The remaining lease that an attempt needs to start: more than it can take. */
  static final Duration NEEDED = Duration.ofSeconds(20);

  /** One endpoint may fill at most this fraction of the memory. */
  private static final int SHARES = 10;

  private record QueuedDelivery(Lease delivery, long startByNanos) {}

  private static final class Lane {
    final Deque<QueuedDelivery> waiting = new ArrayDeque<>();
    final Circuit circuit = new Circuit();
    int inFlight;
  }

  /**
   * The most deliveries that did not start and wait for their attempts to be taken off the count.
   */
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
   * Returns lanes.
   *
   * @param perEndpoint attempts in flight for one endpoint
   * @param inAll attempts in flight in total
   */
  public static Lanes of(int perEndpoint, int inAll) {
    return new Lanes(new LaneLimits(perEndpoint, inAll, MAX_WAITING));
  }

  LaneLimits limits() {
    return limits;
  }

  /**
   * Adds deliveries that were created on this node, after the group commit has made them durable.
   * Those of sandboxes are not leased: {@link SandboxDeliveries} attempts them.
   */
  @Override
  public void made(List<List<Object>> rows) {
    List<Lease> leases =
        rows.stream().map(Lease::of).filter(made -> !made.realm().isSandbox()).toList();
    offer(leases, System.nanoTime());
  }

  /**
   * Adds leased deliveries.
   *
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

  /** Returns the limit of one endpoint's deliveries, so that it can't fill the shared memory. */
  private int mostWaiting(Lane lane) {
    return lane.circuit.isOpen() ? limits.perEndpoint() : Math.max(1, limits.waiting() / SHARES);
  }

  /** Waits until a delivery can start. */
  synchronized List<Lease> awaitReady() throws InterruptedException {
    List<Lease> begun = takeReady(System.nanoTime());
    while (begun.isEmpty()) {
      wait();
      begun = takeReady(System.nanoTime());
    }
    return begun;
  }

  /** Returns the deliveries that start now; endpoints take turns. */
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
   * Ends an attempt.
   *
   * @param works whether the endpoint has shown that it is alive
   * @return the free capacity of the endpoint
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

  /** Ends an attempt that was not sent, for internal reasons. */
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

  /** Records that an attempt's result is stored, or never will be. */
  synchronized void finished() {
    unfinished--;
    notifyAll();
  }

  /** Rechecks paused endpoints, and drops deliveries whose leases are about to end. */
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
   * Adds a delivery that does not start under this lease; over the limit, its attempt stays
   * counted.
   */
  synchronized void leave(Lease delivery) {
    if (left.size() < MAX_LEFT) {
      left.add(delivery);
    }
  }

  /** Returns the first of the deliveries that did not start. */
  synchronized List<Lease> left(int most) {
    return left.stream().limit(most).toList();
  }

  /**
   * Removes the first of the deliveries that did not start, because their attempts are off the
   * count.
   */
  synchronized void forgetLeft(int count) {
    for (int i = 0; i < count; i++) {
      left.removeFirst();
    }
  }

  private static boolean isLate(QueuedDelivery waiting, long nowNanos) {
    return nowNanos - waiting.startByNanos() >= 0;
  }

  /** Returns the free capacity of each known endpoint; others have full capacity. */
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

  /** Returns the number of deliveries that can be claimed in total. */
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

  /** Waits until no attempt is in flight, or until the timeout. */
  synchronized void awaitFinished(Duration patience) throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    for (long left = patience.toMillis();
        unfinished > 0 && left > 0;
        left = (until - System.nanoTime()) / NANOS_PER_MILLI) {
      wait(left);
    }
  }

  /** Removes all deliveries from memory, for a caller that returns their leases. */
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
