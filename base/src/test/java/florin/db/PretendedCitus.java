package florin.db;

import florin.db.Db.Work;

/**
 * Has a database say of itself that it is spread over several servers, so that what is done then
 * can be tried on one: it is right there too.
 */
public final class PretendedCitus {
  private static final String SAY_SO =
      """
      INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      SELECT 99999, 'citus', r.oid, n.oid, false, '1'
        FROM pg_roles r, pg_namespace n
       WHERE r.rolname = current_user
         AND n.nspname = 'public'
      """;

  private PretendedCitus() {}

  /** Whoever is connected by then has asked before. */
  public static void in(PostgresAddress database) {
    Work<Integer> saying = connection -> Db.update(connection, SAY_SO);
    TestConnections.run(database, saying);
  }
}
