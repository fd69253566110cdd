package florin.webhook;

import florin.core.Id.DeliveryId;
import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.db.DerivedStatement;
import florin.db.Statement;
import florin.event.EventLog;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Writes an event's deliveries in the event's own commit, in SQL. A list of endpoints in memory
 * would miss one that another node has just created. The batch first asks the database whether any
 * of its realms has an endpoint. Usually none has, and nothing else is done.
 */
public final class Fanout {
  /** The time for which a delivery belongs to the node that created or claimed it. */
  public static final Duration LEASE = Duration.ofSeconds(60);

  /**
   * Returns the statement. A test event goes only to the endpoint that it names. The first attempt
   * is counted here: see {@link RetrySchedule#untilNextWhenLost}. In a sandbox, the delivery is due
   * at its time, and no node has leased it.
   */
  private static Statement insert(RetrySchedule schedule) {
    return Statement.spreading(
            "delivery.fanout",
            "delivery",
            "id",
            "realm_id bigint, id uuid, type text, object_id uuid, created_at timestamptz",
            """
            INSERT INTO delivery (realm_id, id, endpoint_id, event_id, status, version, attempts, due_at, created_at)
            SELECT r.realm_id, delivery_id(r.id, e.id), e.id, r.id, 'pending', 1,
                   CASE WHEN r.realm_id < 4294967296 THEN 1 ELSE 0 END,
                   CASE WHEN r.realm_id < 4294967296 THEN now() + interval '%d seconds' ELSE r.created_at END, r.created_at
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

  /**
   * Returns the derived statement for the group commit that writes events, with the default pauses.
   */
  public static DerivedStatement ofEvents() {
    return ofEvents(RetrySchedule.DEFAULT);
  }

  /** Returns the derived statement for the group commit that writes events. */
  public static DerivedStatement ofEvents(RetrySchedule schedule) {
    return EventLog.committedWith(insert(schedule), ANY_ENDPOINT);
  }

  /**
   * A delivery that this node has leased.
   *
   * @param version distinguishes this lease from any other
   */
  record Lease(Realm realm, DeliveryId id, WebhookEndpointId endpoint, EventId event, int version) {
    /** Reads a row that a statement returned. */
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
