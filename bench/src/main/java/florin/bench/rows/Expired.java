package florin.bench.rows;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Adds rows that retention deletes: events with a delivery and an attempt each, and idempotency
 * keys. They are copies of existing rows with old ids and times.
 */
public final class Expired {
  /** Longer than all default retention periods. */
  private static final Duration AGE = Duration.ofDays(60);

  /**
   * Adds events with version 7 ids of consecutive milliseconds in the past. Their position is that
   * of the first transaction, which all followers have passed.
   */
  private static final String ADD_EVENTS =
      """
      INSERT INTO event (realm_id, id, type, object_id, sequence, body, position, created_at)
      SELECT e.realm_id,
             (lpad(to_hex(?::bigint + e.number), 12, '0') || '7' || substr(md5(e.id::text), 1, 3) || '8' || substr(md5(e.id::text), 4, 15))::uuid,
             e.type, e.object_id, e.sequence, e.body, '3'::xid8, to_timestamp((?::bigint + e.number) / 1000.0)
        FROM (SELECT *, row_number() OVER () AS number FROM event LIMIT ?) e
      """;

  private static final String ADD_DELIVERIES =
      """
      INSERT INTO delivery (realm_id, id, endpoint_id, event_id, status, version, attempts, created_at, completed_at)
      SELECT realm_id, id, md5('endpoint')::uuid, id, 'delivered', 1, 1, created_at, created_at
        FROM event
       WHERE created_at < to_timestamp(? / 1000.0)
      """;

  private static final String ADD_ATTEMPTS =
      """
      INSERT INTO delivery_attempt (realm_id, delivery_id, version, result, http_status, latency_ms, response_headers, response_body, created_at)
      SELECT realm_id, id, 1, 'delivered', 200, 20, 'Content-Type: application/json', '{"received": true}', created_at
        FROM delivery
       WHERE created_at < to_timestamp(? / 1000.0)
      """;

  private static final String ADD_KEYS =
      """
      INSERT INTO idempotency (realm_id, id, fingerprint, resource_id, status, body, event_id, created_at, expires_at)
      SELECT realm_id, gen_random_uuid(), fingerprint, resource_id, status, body, event_id, to_timestamp(?::bigint / 1000.0), to_timestamp(?::bigint / 1000.0)
        FROM idempotency
       WHERE status IS NOT NULL
       LIMIT ?
      """;

  private final Connection connection;

  /**
   * Creates an instance.
   *
   * @param connection connection in autocommit mode
   */
  public Expired(Connection connection) {
    this.connection = connection;
  }

  /** The number of rows that are still to be deleted. */
  public record Left(long events, long deliveries, long attempts, long keys) {
    /** Returns the number of rows deleted since then. */
    public Left since(Left before) {
      return new Left(
          before.events - events,
          before.deliveries - deliveries,
          before.attempts - attempts,
          before.keys - keys);
    }

    /** Returns the smallest of the counts of events, deliveries, and attempts. */
    public long least() {
      return Math.min(events, Math.min(deliveries, attempts));
    }
  }

  /**
   * Adds up to this many events and keys, limited by the existing rows.
   *
   * @param now current time of the database, in Unix milliseconds
   */
  public void add(int count, long now) throws SQLException {
    long then = now - AGE.toMillis();
    long until = then + AGE.toMillis() / 2;
    update(ADD_EVENTS, then, then, count);
    update(ADD_DELIVERIES, until);
    update(ADD_ATTEMPTS, until);
    update(ADD_KEYS, then, then, count);
  }

  /** Returns the number of expired rows at this time, in Unix milliseconds. */
  public Left left(long now) throws SQLException {
    long until = now - AGE.toMillis() / 2;
    return new Left(
        count("event", "created_at", until),
        count("delivery", "created_at", until),
        count("delivery_attempt", "created_at", until),
        count("idempotency", "expires_at", until));
  }

  /** Deletes the rows that retention has not deleted and is not deleting. */
  public void clear(long now) throws SQLException {
    long until = now - AGE.toMillis() / 2;
    for (String table : new String[] {"delivery_attempt", "delivery", "event"}) {
      clear(table, "created_at", until);
    }
    clear("idempotency", "expires_at", until);
  }

  private void clear(String table, String column, long until) throws SQLException {
    update(
        """
        DELETE FROM %1$s
         WHERE ctid = ANY (ARRAY(
               SELECT ctid
                 FROM %1$s
                WHERE %2$s < to_timestamp(? / 1000.0)
                  FOR UPDATE SKIP LOCKED))
        """
            .formatted(table, column),
        until);
  }

  private void update(String sql, long... values) throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setLong(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }

  private long count(String table, String column, long until) throws SQLException {
    String sql =
        "SELECT count(*) FROM " + table + " WHERE " + column + " < to_timestamp(? / 1000.0)";
    try (var statement = connection.prepareStatement(sql)) {
      statement.setLong(1, until);
      try (var rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }
}
