package florin.team;

import florin.db.Db;
import java.time.Instant;

/** The owners of an installation's first account: the people who run it. */
public final class Owners {
  private static final String SHARE =
      """
      INSERT INTO membership (account_number, user_id, role, created_at)
      SELECT ?, user_id, role, ?
        FROM membership
       WHERE account_number = 1
         AND role = 'owner'
          ON CONFLICT DO NOTHING
      """;

  private Owners() {}

  /**
   * Makes them owners of another account too.
   *
   * @return their number
   */
  public static int share(Db db, long account, Instant now) {
    return db.update(SHARE, account, now);
  }
}
