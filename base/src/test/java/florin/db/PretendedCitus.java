package florin.db;

import florin.db.Db.Work;

/**
 * Makes a database report the Citus extension. Florin then uses its statements for several servers,
 * which also work on a single one.
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

  /** Affects only connections that open later. Earlier ones have already checked the extension. */
  public static void in(PostgresAddress database) {
    Work<Integer> saying = connection -> Db.update(connection, SAY_SO);
    TestConnections.run(database, saying);
  }
}
