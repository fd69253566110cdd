package florin.account;

import florin.core.Realm;
import florin.db.Db;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the rows of the realms that sandboxes have left, from whatever tables there are: no table
 * can be forgotten. A row to which another one refers is deleted in a later round.
 */
final class AbandonedRealmStore {
  private static final String NEXT =
      """
      SELECT realm_id
        FROM abandoned_realm
       WHERE abandoned_at < ?
       ORDER BY abandoned_at
       LIMIT 1
      """;

  private static final String TABLES =
      """
      SELECT c.table_name
        FROM information_schema.columns c
        JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.column_name = 'realm_id'
         AND c.table_schema = current_schema()
         AND t.table_type = 'BASE TABLE'
         AND c.table_name <> 'abandoned_realm'
       ORDER BY c.table_name
      """;

  private static final String FINISH =
      """
      DELETE FROM abandoned_realm
       WHERE realm_id = ?
      """;

  private static final String DELETE_REALM =
      """
      DELETE FROM realm
       WHERE id = ?
      """;

  private static final Logger LOG = LoggerFactory.getLogger(AbandonedRealmStore.class);

  private static final String FOREIGN_KEY_VIOLATION = "23503";

  private final Db db;

  AbandonedRealmStore(Db db) {
    this.db = db;
  }

  /** Returns the realm that was left first, before a time. */
  Optional<Realm> findNext(Instant before) {
    return db.findOne(NEXT, row -> new Realm(row.getLong("realm_id")), before);
  }

  /**
   * Deletes a part of a realm's rows, and the realm with the last ones.
   *
   * @param most the most rows of each table
   * @return whether rows were deleted
   */
  boolean deleteSome(Realm realm, int most) {
    List<String> tables = db.list(TABLES, row -> row.getString("table_name"));
    long deleted = 0;
    boolean hasReferred = false;
    for (String table : tables) {
      try {
        deleted += db.update(deletion(table), realm.id(), most, realm.id());
      } catch (RuntimeException failed) {
        if (!isReferredTo(failed)) {
          throw failed;
        }
        hasReferred = true;
      }
    }
    if (deleted > 0) {
      return true;
    }
    if (hasReferred) {
      LOG.warn("rows of the realm {}, which a sandbox has left, are still referred to", realm.id());
      return false;
    }
    db.transaction(connection -> {
      Db.update(connection, FINISH, realm.id());
      return Db.update(connection, DELETE_REALM, realm.id());
    });
    LOG.info("the rows of the realm {}, which a sandbox has left, are deleted", realm.id());
    return true;
  }

  /** Returns the statement that deletes some rows of a realm, so that no transaction is long. */
  private static String deletion(String table) {
    return """
    DELETE FROM %1$s
     WHERE ctid = ANY(ARRAY(SELECT ctid FROM %1$s WHERE realm_id = ? LIMIT ?))
       AND realm_id = ?
    """
        .formatted(table);
  }

  private static boolean isReferredTo(Throwable failed) {
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && FOREIGN_KEY_VIOLATION.equals(sql.getSQLState())) {
        return true;
      }
    }
    return false;
  }
}
