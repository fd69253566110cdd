package florin.webhook;

import florin.db.Db;
import florin.db.DueRows;
import florin.db.DueRows.DueRow;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replays in PostgreSQL: each is a range of events, stored in its endpoint's row. */
public final class ReplayStore {
  /** The events in one transaction. */
  static final int BATCH = 500;

  /** The replays that one round tries until it finds one that it can continue. */
  private static final int MOST_UNDER_WAY = 16;

  /** Lists replays starting after the one that was tried last, so that each gets its turn. */
  private static final String UNDER_WAY =
      """
      SELECT realm_id, id
        FROM webhook_endpoint
       WHERE replay_after IS NOT NULL
         AND status = 'enabled'
       ORDER BY id <= ?, id
       LIMIT ?
      """;

  /** Locks a replay; returns no row if another node has it, or has ended it. */
  private static final String TAKE =
      """
      SELECT realm_id, id, replay_after, replay_until
        FROM webhook_endpoint
       WHERE realm_id = ?
         AND id = ?
         AND replay_after IS NOT NULL
         AND status = 'enabled'
         FOR UPDATE SKIP LOCKED
      """;

  private static final String PAGE =
      """
      SELECT id
        FROM event_log
       WHERE realm_id = ?
         AND id > ?
         AND id <= ?
       ORDER BY id
       LIMIT ?
      """;

  /** Delivers events; existing deliveries that are pending or successful stay as they are. */
  private static final String DELIVER =
      """
      INSERT INTO delivery AS d (realm_id, id, endpoint_id, event_id, status, version, attempts, due_at, created_at)
      SELECT e.realm_id, delivery_id(e.id, w.id), w.id, e.id, 'pending', 1, 0, now(), now()
        FROM event_log e
        JOIN webhook_endpoint w ON w.realm_id = e.realm_id AND w.id = ?
       WHERE e.realm_id = ?
         AND e.id > ?
         AND e.id <= ?
         AND CASE WHEN e.type = 'webhook_endpoint.test' THEN e.object_id = w.id ELSE w.enabled_events && ARRAY['*', e.type] END
          ON CONFLICT (realm_id, id) DO UPDATE
         SET status = 'pending',
             version = d.version + 1,
             attempts = 0,
             due_at = excluded.due_at,
             completed_at = NULL
       WHERE d.status IN ('exhausted', 'canceled')
      """;

  private static final String GO_ON =
      """
      UPDATE webhook_endpoint
         SET replay_after = ?,
             replay_until = CASE WHEN ?::uuid IS NULL THEN NULL ELSE replay_until END
       WHERE realm_id = ?
         AND id = ?
      """;

  private static final Logger LOG = LoggerFactory.getLogger(ReplayStore.class);

  private final Db db;

  /** The endpoint whose replay was tried last. Only the replay job uses it. */
  private UUID last = new UUID(0, 0);

  public ReplayStore(Db db) {
    this.db = db;
  }

  private record Span(long realm, UUID endpoint, UUID after, UUID until) {
    static Span read(ResultSet row) throws SQLException {
      return new Span(
          row.getLong("realm_id"),
          row.getObject("id", UUID.class),
          row.getObject("replay_after", UUID.class),
          row.getObject("replay_until", UUID.class));
    }
  }

  /** Replays one batch of one replay. Returns false if no replay is open. */
  boolean replaySome() {
    return DueRows.listRows(db, UNDER_WAY, last, MOST_UNDER_WAY).stream().anyMatch(this::tryReplay);
  }

  /** Tries one replay; an endpoint whose events can't be replayed blocks no other. */
  private boolean tryReplay(DueRow endpoint) {
    last = endpoint.id();
    try {
      return replaySome(endpoint);
    } catch (RuntimeException failed) {
      db.requireAvailable();
      LOG.warn("the replay to {} failed and will be tried again", endpoint.id(), failed);
      return false;
    }
  }

  private boolean replaySome(DueRow endpoint) {
    return db.transaction(connection -> {
      List<Span> spans = Db.query(connection, TAKE, Span::read, endpoint.realm(), endpoint.id());
      if (spans.isEmpty()) {
        return false;
      }
      replay(connection, spans.getFirst());
      return true;
    });
  }

  private static void replay(Connection connection, Span span) throws SQLException {
    List<UUID> page =
        Db.query(
            connection,
            PAGE,
            row -> row.getObject("id", UUID.class),
            span.realm(),
            span.after(),
            span.until(),
            BATCH);
    if (!page.isEmpty()) {
      Db.update(connection, DELIVER, span.endpoint(), span.realm(), span.after(), page.getLast());
    }
    UUID next = page.size() < BATCH ? null : page.getLast();
    Db.update(connection, GO_ON, next, next, span.realm(), span.endpoint());
  }
}
