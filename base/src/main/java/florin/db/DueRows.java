package florin.db;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The ids of one realm's rows that are due.
 *
 * <p>Jobs for all realms run realm by realm. First a plain read finds due rows in all realms, the
 * oldest first, so that no realm starves another. It takes no locks, uses an index of due rows, and
 * is bounded. Then a statement for each of these realms takes its rows. It names the realm by value
 * for every table, so that a server with only this realm can run it alone. It checks again that the
 * rows are due, because another node may have taken them.
 */
public record DueRows(long realm, List<UUID> ids) {
  public DueRows {
    ids = List.copyOf(ids);
  }

  /** A row that the plain read found. */
  public record DueRow(long realm, UUID id) {}

  /**
   * Runs the plain read.
   *
   * @param sql returns `realm_id` and `id` of a limited number of rows, in the order in which they
   *     are due
   * @return realms in the order of their first rows
   */
  public static List<DueRows> list(Db db, String sql, @Nullable Object... parameters) {
    return byRealm(listRows(db, sql, parameters));
  }

  /** Runs the plain read. Returns its rows. */
  public static List<DueRow> listRows(Db db, String sql, @Nullable Object... parameters) {
    return db.list(
        sql,
        row -> new DueRow(row.getLong("realm_id"), row.getObject("id", UUID.class)),
        parameters);
  }

  public static List<DueRows> byRealm(List<DueRow> rows) {
    var realms = new LinkedHashMap<Long, List<UUID>>();
    rows.forEach(row -> realms.computeIfAbsent(row.realm(), _ -> new ArrayList<>()).add(row.id()));
    return realms.entrySet().stream().map(DueRows::of).toList();
  }

  private static DueRows of(Map.Entry<Long, List<UUID>> realm) {
    return new DueRows(realm.getKey(), realm.getValue());
  }

  /** Returns the ids for `= ANY(?)`. */
  public UUID[] array() {
    return ids.toArray(UUID[]::new);
  }
}
