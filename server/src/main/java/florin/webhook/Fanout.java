package florin.webhook;

import florin.core.Id.DeliveryId;
import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.db.Companion;
import florin.db.Statement;
import florin.event.EventLog;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Writes an event's deliveries in the event's own commit, in SQL: a list of endpoints in a node's
 * memory would miss what another node has just made. So a batch of events asks the database too
 * whether any of its realms has an endpoint; mostly none has, and nothing more is done.
 */
public final class Fanout {
  /** For how long a delivery belongs to whoever made or claimed it. */
  public static final Duration LEASE = Duration.ofSeconds(60);

  /**
   * The event of a test goes to the endpoint that it is about, and to no other. The first attempt
   * is counted here: see {@link RetrySchedule#untilNextWhenLost}.
   */
  private static Statement insert(RetrySchedule schedule) {
    return Statement.spreading(
            "delivery.fanout",
            "delivery",
            "id",
            "realm_id bigint, id uuid, type text, object_id uuid, created_at timestamptz",
            """
            INSERT INTO delivery (realm_id, id, endpoint_id, event_id, status, version, attempts, due_at, created_at)
            SELECT r.realm_id, delivery_id(r.id, e.id), e.id, r.id, 'pending', 1, 1, now() + interval '%d seconds', r.created_at
              FROM :rows r
              JOIN webhook_endpoint e ON e.realm_id = r.realm_id
             WHERE e.status = 'enabled'
               AND CASE r.type WHEN 'webhook_endpoint.test' THEN e.id = r.object_id ELSE e.enabled_events && ARRAY['*', r.type] END
            RETURNING realm_id, id, endpoint_id, event_id, version\
            """
                .formatted(schedule.untilNextWhenLost(1).toSeconds()))
        .sentAs("delivery_fanout_row");
  }

  private static final String ANY_ENDPOINT =
      """
      SELECT EXISTS (
             SELECT
               FROM webhook_endpoint
              WHERE realm_id = ANY(:values)
                AND status = 'enabled')\
      """;

  private Fanout() {}

  /** For the group commit by which events are written, with the usual pauses. */
  public static Companion ofEvents() {
    return ofEvents(RetrySchedule.DEFAULT);
  }

  /** For the group commit by which events are written. */
  public static Companion ofEvents(RetrySchedule schedule) {
    return EventLog.committedWith(insert(schedule), ANY_ENDPOINT);
  }

  /**
   * A delivery that belongs to this node.
   *
   * @param version tells this lease from any other
   */
  record Lease(Realm realm, DeliveryId id, WebhookEndpointId endpoint, EventId event, int version) {
    /** As statements that make deliveries return them. */
    static Lease of(List<Object> row) {
      return new Lease(
          new Realm((Long) row.get(0)),
          new DeliveryId((UUID) row.get(1)),
          new WebhookEndpointId((UUID) row.get(2)),
          new EventId((UUID) row.get(3)),
          (Integer) row.get(4));
    }
  }
}
