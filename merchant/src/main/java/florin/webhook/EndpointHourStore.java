package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.db.Db;
import florin.webhook.EndpointHours.HourOfEndpoint;
import florin.webhook.EndpointHours.HourTally;
import florin.webhook.WebhookHealth.EndpointHour;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** Delivery statistics by hour in PostgreSQL. */
final class EndpointHourStore {
  /** Adds counts; writes nothing if the endpoint was deleted. */
  private static final String ADD =
      """
      INSERT INTO endpoint_hour AS h (realm_id, endpoint_id, begins_at, delivered, failed, latencies)
      SELECT realm_id, id, ?, ?, ?, ?::integer[]
        FROM webhook_endpoint
       WHERE realm_id = ?
         AND id = ?
          ON CONFLICT (realm_id, endpoint_id, begins_at) DO UPDATE
         SET delivered = h.delivered + excluded.delivered,
             failed = h.failed + excluded.failed,
             latencies = ARRAY(
             SELECT coalesce(b.old, 0) + coalesce(b.new, 0)
               FROM unnest(h.latencies, excluded.latencies) WITH ORDINALITY AS b(old, new, place)
              ORDER BY b.place)
      """;

  private static final String DELETE =
      """
      DELETE FROM endpoint_hour
       WHERE realm_id = ?
         AND endpoint_id = ?
         AND begins_at < ?
      """;

  private static final String LIST =
      """
      SELECT endpoint_id, begins_at, delivered, failed, latencies
        FROM endpoint_hour
       WHERE realm_id = ?
         AND endpoint_id = ANY(?)
         AND begins_at >= ?
       ORDER BY endpoint_id, begins_at
      """;

  private final Db db;

  EndpointHourStore(Db db) {
    this.db = db;
  }

  void add(HourOfEndpoint place, HourTally tally) {
    db.update(
        ADD,
        place.begins(),
        tally.delivered,
        tally.failed,
        Arrays.stream(tally.latencies).boxed().toArray(Integer[]::new),
        place.realm().id(),
        place.endpoint().uuid());
  }

  void deleteBefore(HourOfEndpoint place, Instant time) {
    db.update(DELETE, place.realm().id(), place.endpoint().uuid(), time);
  }

  /** Returns the hours with any attempt, in order. */
  Map<WebhookEndpointId, List<EndpointHour>> list(
      Realm realm, List<WebhookEndpointId> endpoints, Instant from) {
    var hours = new HashMap<WebhookEndpointId, List<EndpointHour>>();
    db.list(
        LIST,
        row ->
            hours
                .computeIfAbsent(
                    new WebhookEndpointId(row.getObject("endpoint_id", UUID.class)),
                    _ -> new ArrayList<>())
                .add(read(row)),
        realm.id(),
        endpoints.stream().map(WebhookEndpointId::uuid).toArray(UUID[]::new),
        from);
    return hours;
  }

  private static EndpointHour read(ResultSet row) throws SQLException {
    return new EndpointHour(
        Db.getInstant(row, "begins_at"),
        row.getInt("delivered"),
        row.getInt("failed"),
        Stream.of((Integer[]) row.getArray("latencies").getArray())
            .map(Integer::longValue)
            .toList());
  }
}
