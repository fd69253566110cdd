package florin.team;

import florin.core.Id.UserId;
import florin.core.Realm;
import florin.db.Db;
import java.time.Instant;
import java.util.Optional;

/** The addresses of calendars, in PostgreSQL. */
final class CalendarFeedStore {
  private static final String SAVE =
      """
      INSERT INTO calendar_feed (account_number, live, user_id, token_hash, created_at)
      VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (account_number, live, user_id) DO UPDATE
         SET token_hash = EXCLUDED.token_hash,
             created_at = EXCLUDED.created_at
      """;

  private static final String DELETE =
      """
      DELETE FROM calendar_feed
       WHERE account_number = ?
         AND live = ?
         AND user_id = ?
      """;

  private static final String HAS =
      """
      SELECT 1
        FROM calendar_feed
       WHERE account_number = ?
         AND live = ?
         AND user_id = ?
      """;

  private static final String FIND =
      """
      SELECT account_number, live
        FROM calendar_feed
       WHERE token_hash = ?
      """;

  private final Db db;

  CalendarFeedStore(Db db) {
    this.db = db;
  }

  void save(Realm realm, UserId user, byte[] hash, Instant now) {
    db.update(SAVE, realm.accountNumber(), realm.isLive(), user.uuid(), hash, now);
  }

  void delete(Realm realm, UserId user) {
    db.update(DELETE, realm.accountNumber(), realm.isLive(), user.uuid());
  }

  boolean has(Realm realm, UserId user) {
    return db.findOne(HAS, _ -> true, realm.accountNumber(), realm.isLive(), user.uuid())
        .isPresent();
  }

  Optional<Realm> find(byte[] hash) {
    return db.findOne(
        FIND,
        row -> CalendarFeeds.realm(row.getLong("account_number"), row.getBoolean("live")),
        (Object) hash);
  }
}
