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
 * Takes deliveries that are due, in rounds through all endpoints: a read without locks says which
 * endpoints have some, and a statement for each of their realms takes them, no more of an endpoint
 * than there is room for. See {@link florin.db.DueRows}.
 */
final class DueDeliveries {
  /** Pending deliveries that one read looks at. */
  static final int PAGE = 500;

  /**
   * Reads of one claim: each gets past the endpoints that have a page of deliveries in flight or in
   * retries.
   */
  static final int MOST_PAGES = 16;

  private static final UUID LOWEST = new UUID(0, 0);

  private final DeliveryQueueStore queue;
  private final RetrySchedule schedule;

  /** The round is so far: behind this endpoint. */
  private UUID place = LOWEST;

  DueDeliveries(DeliveryQueueStore queue, RetrySchedule schedule) {
    this.queue = queue;
    this.schedule = schedule;
  }

  /**
   * What a claim got.
   *
   * @param more whether there may be more to get at once
   */
  record ClaimedDeliveries(List<Lease> leases, boolean more) {
    ClaimedDeliveries {
      leases = List.copyOf(leases);
    }
  }

  /**
   * Takes what is due, for the length of a lease; nobody else gets the same. The next claim goes on
   * behind the endpoints of this one.
   *
   * @param room how many of each endpoint; of one that is not there, `usual`
   * @param limit in all
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

  /** How many deliveries are asked for, of which endpoints. */
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
     * @param isWhole false where the last endpoint has more than was looked at
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
