package florin.db;

import florin.core.Realm;
import java.time.Instant;

/**
 * The deletion of old rows of a table whose key is the realm and an id. It finds the realms that
 * have some with an index on the time, and deletes those of each realm on its own, so that each
 * statement concerns one server (docs/decisions/038-distributed-postgresql.md).
 */
public final class OldRows {
  private final String listRealms;
  private final String delete;

  /**
   * Creates the deletion.
   *
   * @param time the column from which a row is old
   */
  public OldRows(String table, String time) {
    this(table, time, "");
  }

  /**
   * Creates the deletion of a part of the rows.
   *
   * @param time the column from which a row is old
   * @param condition a further condition, which ends with `AND`
   */
  public OldRows(String table, String time, String condition) {
    this.listRealms =
        """
        SELECT DISTINCT realm_id
          FROM (SELECT realm_id
                  FROM %1$s
                 WHERE %3$s %2$s < ?
                 ORDER BY %2$s
                 LIMIT ?) old
        """
            .formatted(table, time, condition);
    this.delete =
        """
        DELETE FROM %1$s
         WHERE realm_id = ?
           AND id IN (
               SELECT id
                 FROM %1$s
                WHERE realm_id = ?
                  AND %3$s %2$s < ?
                LIMIT ?)
        """
            .formatted(table, time, condition);
  }

  /** Deletes at most this many rows of each realm that has some; returns their number. */
  public int delete(Db db, Instant before, int limit) {
    return db.list(listRealms, row -> new Realm(row.getLong(1)), before, limit).stream()
        .mapToInt(realm -> db.update(delete, realm.id(), realm.id(), before, limit))
        .sum();
  }
}
