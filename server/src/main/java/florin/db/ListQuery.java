package florin.db;

import florin.core.Count;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A page of a realm's rows, new to old by id, with whatever conditions a request brings. Ids are
 * made in the order of time, so the primary key is the order of the list and a page is a range of
 * it, however long the list is.
 */
public final class ListQuery {
  private final String select;
  private final String idColumn;
  private final List<String> conditions = new ArrayList<>();
  private final List<@Nullable Object> parameters = new ArrayList<>();

  /**
   * @param select the columns and the table, `SELECT id, body FROM event`
   */
  public ListQuery(String select, Realm realm) {
    this(select, "id", realm);
  }

  private ListQuery(String select, String idColumn, Realm realm) {
    this.select = select;
    this.idColumn = idColumn;
    and("realm_id = ?", realm.id());
  }

  /**
   * Of the rows that another query walks, so many at most, the nearest to the cursor.
   *
   * @param select how they are read, with `%s` for the other query: `SELECT * FROM (%s) AS payment`
   * @param idColumn by which the other query's order stays
   */
  public static ListQuery among(
      ListQuery walked, PageRequest page, int most, String select, String idColumn, Realm realm) {
    String rows = walked.sql(page) + "\n LIMIT " + most;
    var query = new ListQuery(select.formatted(rows), idColumn, realm);
    query.parameters.addAll(0, walked.parameters);
    return query;
  }

  /** A condition with one parameter. */
  public ListQuery and(String condition, Object parameter) {
    conditions.add(condition);
    parameters.add(parameter);
    return this;
  }

  /** A condition that is left out when there is nothing to compare with. */
  public ListQuery and(String condition, Optional<?> parameter) {
    parameter.ifPresent(value -> and(condition, value));
    return this;
  }

  /** A condition without parameters. */
  public ListQuery and(String condition) {
    conditions.add(condition);
    return this;
  }

  /** A condition without parameters, or none. */
  public ListQuery and(Optional<String> condition) {
    condition.ifPresent(this::and);
    return this;
  }

  /** By the column `created_at`, and by the ids of that time, which the primary key finds. */
  public ListQuery createdIn(IdTime.Span span) {
    and("id >= ?", span.from().map(IdTime::lowest));
    and("created_at >= ?", span.from());
    and("id <= ?", span.until().map(IdTime::highest));
    return and("created_at < ?", span.until());
  }

  /**
   * How many there are, as far as {@link Count#MAX}. The order keeps to the realm's own stretch of
   * the primary key: an index over all realms would do as well, for whoever has most of it.
   */
  public Count count(Db db) {
    String sql =
        "SELECT count(*) AS found FROM ("
            + select
            + where()
            + "\n ORDER BY realm_id DESC, id DESC\n LIMIT "
            + (Count.MAX + 1)
            + ") AS counted";
    return Count.of(
        db.listPlannedAnew(sql, row -> row.getInt("found"), parameters.toArray()).getFirst());
  }

  /**
   * The same of those that meet a condition which no index helps with: only so many rows are looked
   * at, from the newest on.
   *
   * @param condition without parameters
   */
  public Count countAmong(Db db, int newest, String condition) {
    String sql =
        "SELECT count(*) AS seen, count(*) FILTER (WHERE "
            + condition
            + ") AS found FROM ("
            + select
            + where()
            + "\n ORDER BY realm_id DESC, id DESC\n LIMIT "
            + newest
            + ") AS counted";
    return db.listPlannedAnew(
            sql,
            row -> {
              Count found = Count.of(row.getInt("found"));
              return new Count(found.atLeast(), found.more() || row.getInt("seen") == newest);
            },
            parameters.toArray())
        .getFirst();
  }

  private String where() {
    return "\n WHERE " + String.join("\n   AND ", conditions);
  }

  public <T> Page<T> page(Db db, PageRequest page, Db.RowReader<T> reader) {
    String sql = from(page).sql(page) + "\n LIMIT " + (page.limit() + 1);
    return Page.of(page, db.listPlannedAnew(sql, reader, parameters.toArray()));
  }

  /** The id of the row of this number, from the cursor on; empty where there are fewer. */
  public Optional<UUID> findAt(Db db, PageRequest page, int number) {
    String sql =
        "SELECT id FROM (" + sql(page) + "\nOFFSET " + (number - 1) + " LIMIT 1) AS reached";
    return db
        .listPlannedAnew(sql, row -> row.getObject("id", UUID.class), parameters.toArray())
        .stream()
        .findFirst();
  }

  /** Beyond the cursor. */
  public ListQuery from(PageRequest page) {
    and("id < ?", page.startingAfter());
    return and("id > ?", page.endingBefore());
  }

  private String sql(PageRequest page) {
    String way = page.isBackwards() ? "" : " DESC";
    return select + where() + "\n ORDER BY realm_id%s, %s%s".formatted(way, idColumn, way);
  }
}
