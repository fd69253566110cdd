package florin.report;

import florin.db.Db;
import java.util.Optional;

/** The list of realms. */
final class RealmStore {
  private static final String NEXT =
      """
      SELECT id
        FROM known_realm
       WHERE id > ?
       ORDER BY id
       LIMIT 1
      """;

  private final Db db;

  RealmStore(Db db) {
    this.db = db;
  }

  /** Returns the realm with the next larger id. */
  Optional<Long> findNext(long realm) {
    return db.findOne(NEXT, row -> row.getLong("id"), realm);
  }
}
