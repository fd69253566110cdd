package florin.event;

import florin.core.Id.EventId;
import florin.core.Realm;
import florin.db.Db;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The events of a realm in the order of their commits, for followers. Ids are created before the
 * commit, so a reader that follows ids can miss an event. Therefore followers use the position,
 * which is the id of the transaction that wrote the row. It is returned only when no older
 * transaction is running.
 */
public final class EventFeed {
  static final int PAGE = 100;

  private static final UUID LOWEST = new UUID(0, 0);

  /**
   * Reads the oldest running transaction of the realm's server. The query names a table with realms
   * so that a distributed database sends it to that server; it finds no row there.
   */
  private static final String OLDEST_RUNNING =
      """
      SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin, count(*)
        FROM event
       WHERE realm_id = ?
         AND id = ?
      """;

  /**
   * Orders by the table's column. An unqualified `position` would be the text, with '10' before
   * '9'.
   */
  private static final String AFTER =
      """
      SELECT id, type, sequence, body, position::text AS position
        FROM event
       WHERE (position, id) > (CAST(?::text AS xid8), ?::uuid)
         AND position < CAST(?::text AS xid8)
         AND realm_id = ?
       ORDER BY event.position, event.id
       LIMIT ?
      """;

  private static final String FIND_POSITION =
      """
      SELECT position::text AS position
        FROM event
       WHERE realm_id = ?
         AND id = ?
      """;

  private static final String IS_AHEAD =
      """
      SELECT CAST(?::text AS xid8) > pg_snapshot_xmax(pg_current_snapshot()) AS ahead, count(*)
        FROM event
       WHERE realm_id = ?
         AND id = ?
      """;

  private static final Position BEGINNING = new Position("0", LOWEST);

  private final Db db;

  public EventFeed(Db db) {
    this.db = db;
  }

  /**
   * A position after an event, or after all events of finished transactions.
   *
   * @param transaction PostgreSQL's transaction id, in digits
   */
  public record Position(String transaction, UUID event) {
    private static final int MAX_DIGITS = 19;

    /** Parses a value of `Last-Event-ID`. Returns empty if it is not valid. */
    static Optional<Position> parse(String text) {
      int dot = text.indexOf('.');
      String digits = text.substring(0, Math.max(0, dot));
      return digits.matches("[0-9]{1," + MAX_DIGITS + "}")
          ? EventId.KIND.parse(text.substring(dot + 1)).map(id -> new Position(digits, id.uuid()))
          : Optional.empty();
    }

    @Override
    public String toString() {
      return transaction + "." + new EventId(event).text();
    }
  }

  /**
   * An event with its position.
   *
   * @param position for `Last-Event-ID`
   * @param sequence the number of the event among its object's events, from 1
   */
  public record FeedEntry(Position position, String type, int sequence, String body) {}

  /**
   * A page of the feed.
   *
   * @param next the position from which to continue
   */
  record FeedPage(List<FeedEntry> events, Position next) {}

  /** Returns the position after everything that has happened in the realm. */
  Position now(Realm realm) {
    return db.read(connection -> behindAll(connection, realm));
  }

  /**
   * Returns the position from which a follower continues. The database may have been restored from
   * a dump since, with new transaction ids. If the event no longer exists, the follower starts at
   * the beginning, because duplicates are better than missed events.
   */
  Position resume(Realm realm, Position known) {
    return db.read(connection -> {
      List<String> now =
          Db.query(
              connection,
              FIND_POSITION,
              row -> row.getString("position"),
              realm.id(),
              known.event());
      if (!now.isEmpty()) {
        return new Position(now.getFirst(), known.event());
      }
      boolean isAhead =
          Db.query(
                  connection,
                  IS_AHEAD,
                  row -> row.getBoolean("ahead"),
                  known.transaction(),
                  realm.id(),
                  LOWEST)
              .getFirst();
      return isAhead ? BEGINNING : known;
    });
  }

  FeedPage after(Realm realm, Position position) {
    return db.read(connection -> {
      Position end = behindAll(connection, realm);
      List<FeedEntry> events =
          Db.query(
              connection,
              AFTER,
              EventFeed::read,
              position.transaction(),
              position.event(),
              end.transaction(),
              realm.id(),
              PAGE);
      return new FeedPage(events, events.size() < PAGE ? end : events.getLast().position());
    });
  }

  private static Position behindAll(Connection connection, Realm realm) throws SQLException {
    return new Position(
        Db.query(connection, OLDEST_RUNNING, row -> row.getString("xmin"), realm.id(), LOWEST)
            .getFirst(),
        LOWEST);
  }

  private static FeedEntry read(ResultSet row) throws SQLException {
    return new FeedEntry(
        new Position(row.getString("position"), row.getObject("id", UUID.class)),
        row.getString("type"),
        row.getInt("sequence"),
        row.getString("body"));
  }
}
