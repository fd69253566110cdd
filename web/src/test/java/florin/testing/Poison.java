package florin.testing;

import florin.db.PostgresAddress;
import florin.db.Sql;
import java.sql.SQLException;

/** Rows that the database refuses to write. They simulate an item that always fails. */
public final class Poison implements AutoCloseable {
  private final PostgresAddress database;
  private final String table;

  private Poison(PostgresAddress database, String table) {
    this.database = database;
    this.table = table;
  }

  /**
   * Makes the writes of some rows fail until this object is closed.
   *
   * @param write INSERT, UPDATE or DELETE
   * @param rows a condition over NEW or OLD
   */
  public static Poison of(PostgresAddress database, String write, String table, String rows) {
    return of(database, write, table, rows, "P0001");
  }

  /** Does the same, but as if the database canceled each write after a timeout. */
  public static Poison ofSlow(PostgresAddress database, String write, String table, String rows) {
    return of(database, write, table, rows, "57014");
  }

  private static Poison of(
      PostgresAddress database, String write, String table, String rows, String sqlState) {
    var poison = new Poison(database, table);
    poison.execute(
        """
        CREATE OR REPLACE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN RAISE EXCEPTION 'planted' USING ERRCODE = TG_ARGV[0]; END$$
        """);
    poison.execute(
        "CREATE TRIGGER poison BEFORE %s ON %s FOR EACH ROW WHEN (%s) EXECUTE FUNCTION poison('%s')"
            .formatted(write, table, rows, sqlState));
    return poison;
  }

  private void execute(String sql) {
    try {
      Sql.execute(database, sql);
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @Override
  public void close() {
    execute("DROP TRIGGER poison ON " + table);
  }
}
