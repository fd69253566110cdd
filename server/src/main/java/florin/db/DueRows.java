package florin.db;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one realm of which something is to be done, by their ids.
 *
 * <p>What loops do for all realms, they do realm by realm. First a plain read says what is due,
 * wherever it is: it locks nothing, is served by an index of what is due, and is bounded, the
 * oldest first, so that no realm starves another. Then a statement for each of these realms takes
 * its rows. It names the realm by its value for every table, so that a server which has only this
 * realm can carry it out alone; and it asks again whether they are due, since somebody else may
 * have taken them since.
 */
public record DueRows(long realm, List<UUID> ids) {
  public DueRows {
    ids = List.copyOf(ids);
  }

  /** A row, as the plain read gives it. */
  public record DueRow(long realm, UUID id) {}

  /**
   * The first step.
   *
   * @param sql gives `realm_id` and `id` of so many rows, in the order in which they are due
   * @return realms in the order of their first rows
   */
  public static List<DueRows> list(Db db, String sql, @Nullable Object... parameters) {
    return byRealm(listRows(db, sql, parameters));
  }

  /** The same, row by row. */
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

  /** For `= ANY(?)`. */
  public UUID[] array() {
    return ids.toArray(UUID[]::new);
  }
}
