package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.webhook.DeliveryQueueStore.Asked;
import florin.webhook.DeliveryQueueStore.PendingEndpoint;
import florin.webhook.Fanout.Lease;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Claims due deliveries in rounds over all endpoints. A read without locks finds the endpoints with
 * due deliveries. Then one statement per realm claims them, up to the capacity of each endpoint.
 * See {@link florin.db.DueRows}.
 */
final class DueDeliveries {
  /** The pending deliveries in one read. */
  static final int PAGE = 500;

  /**
   * The reads of one claim: each can skip past endpoints that have a page of deliveries in flight
   * or in retries.
   */
  static final int MOST_PAGES = 16;

  private static final UUID LOWEST = new UUID(0, 0);

  private final DeliveryQueueStore queue;
  private final RetrySchedule schedule;

  /** The progress of the round: the last endpoint that was read. */
  private UUID place = LOWEST;

  DueDeliveries(DeliveryQueueStore queue, RetrySchedule schedule) {
    this.queue = queue;
    this.schedule = schedule;
  }

  /**
   * The result of a claim.
   *
   * @param more whether more may be claimed immediately
   */
  record ClaimedDeliveries(List<Lease> leases, boolean more) {
    ClaimedDeliveries {
      leases = List.copyOf(leases);
    }
  }

  /**
   * Claims due deliveries for a lease; no other node gets the same ones. The next claim continues
   * after the endpoints of this one.
   *
   * @param room the capacity of each endpoint; `usual` for others
   * @param limit the limit of the whole claim
   */
  ClaimedDeliveries claim(Map<WebhookEndpointId, Integer> room, int usual, int limit, Instant now) {
    boolean isWholeRound = place.equals(LOWEST);
    var asking = new Asking(room, usual, limit);
    boolean isAtTheEnd = false;
    for (int pages = 0; pages < MOST_PAGES && !isAtTheEnd && asking.left > 0; pages++) {
      List<PendingEndpoint> page = queue.listPending(place, PAGE, now);
      isAtTheEnd = page.stream().mapToInt(PendingEndpoint::looked).sum() < PAGE;
      asking.ask(page, isAtTheEnd);
      place = asking.last.orElse(place);
    }
    List<Lease> claimed = queue.claim(asking.byRealm(), schedule, now);
    if (!isAtTheEnd || asking.left == 0) {
      return new ClaimedDeliveries(claimed, !claimed.isEmpty());
    }
    place = LOWEST;
    return new ClaimedDeliveries(claimed, !isWholeRound);
  }

  /** The deliveries to claim, by endpoint. */
  private static final class Asking {
    private final Map<WebhookEndpointId, Integer> room;
    private final int usual;
    private final Map<Long, Map<UUID, Integer>> realms = new LinkedHashMap<>();
    private Optional<UUID> last = Optional.empty();
    private int left;

    Asking(Map<WebhookEndpointId, Integer> room, int usual, int limit) {
      this.room = room;
      this.usual = usual;
      this.left = limit;
    }

    /**
     * Adds a page.
     *
     * @param isWhole false if the last endpoint has more than was read
     */
    void ask(List<PendingEndpoint> page, boolean isWhole) {
      for (PendingEndpoint pending : page) {
        if (left == 0) {
          return;
        }
        boolean isKnown = isWhole || !pending.equals(page.getLast());
        int places = room.getOrDefault(new WebhookEndpointId(pending.endpoint()), usual);
        int asked = Math.min(left, isKnown ? Math.min(places, pending.due()) : places);
        if (asked > 0) {
          realms
              .computeIfAbsent(pending.realm(), _ -> new LinkedHashMap<>())
              .put(pending.endpoint(), asked);
        }
        left -= asked;
        last = Optional.of(pending.endpoint());
      }
    }

    List<Asked> byRealm() {
      return realms.entrySet().stream()
          .map(realm ->
              new Asked(
                  realm.getKey(),
                  List.copyOf(realm.getValue().keySet()),
                  List.copyOf(realm.getValue().values())))
          .toList();
    }
  }
}
