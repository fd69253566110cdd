package florin.db;

import florin.core.Page;
import florin.core.Page.Count;
import florin.core.PageRequest;
import florin.core.Realm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A page of a realm's rows, new to old by id, with the conditions of a request. Ids are created in
 * the order of time. So the primary key is the order of the list, and a page is a range of it,
 * however long the list is.
 */
public final class ListQuery {
  private final String select;
  private final String idColumn;
  private final List<String> conditions = new ArrayList<>();
  private final List<@Nullable Object> parameters = new ArrayList<>();

  /**
   * Creates a query.
   *
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
   * Returns a query among the rows of another query, limited to those nearest to the cursor.
   *
   * @param select reads these rows, with `%s` for the other query: `SELECT * FROM (%s) AS payment`
   * @param idColumn the column that keeps the other query's order
   */
  public static ListQuery among(
      ListQuery walked, PageRequest page, int most, String select, String idColumn, Realm realm) {
    String rows = walked.sql(page) + "\n LIMIT " + most;
    var query = new ListQuery(select.formatted(rows), idColumn, realm);
    query.parameters.addAll(0, walked.parameters);
    return query;
  }

  /** Adds a condition with one parameter. */
  public ListQuery and(String condition, Object parameter) {
    conditions.add(condition);
    parameters.add(parameter);
    return this;
  }

  /** Adds a condition if its parameter is present. */
  public ListQuery and(String condition, Optional<?> parameter) {
    parameter.ifPresent(value -> and(condition, value));
    return this;
  }

  /** Adds a condition without parameters. */
  public ListQuery and(String condition) {
    conditions.add(condition);
    return this;
  }

  /** Adds a condition without parameters, if it is present. */
  public ListQuery and(Optional<String> condition) {
    condition.ifPresent(this::and);
    return this;
  }

  /** Adds a condition that holds if the conditions of any alternative hold. */
  public ListQuery andAny(List<Consumer<ListQuery>> alternatives) {
    int before = conditions.size();
    var any = new ArrayList<String>();
    for (Consumer<ListQuery> alternative : alternatives) {
      alternative.accept(this);
      List<String> added = conditions.subList(before, conditions.size());
      any.add("(" + String.join(" AND ", added) + ")");
      added.clear();
    }
    return and("(" + String.join(" OR ", any) + ")");
  }

  /**
   * Adds a condition on the column `created_at`, and on the ids of that time, which the primary key
   * finds.
   */
  public ListQuery createdIn(IdTime.Span span) {
    and("id >= ?", span.from().map(IdTime::lowest));
    and("created_at >= ?", span.from());
    and("id <= ?", span.until().map(IdTime::highest));
    return and("created_at < ?", span.until());
  }

  /**
   * Returns the number of rows, up to {@link Count#MAX}. The order makes the plan use the realm's
   * own range of the primary key. Otherwise, for a realm with most of the rows, the planner might
   * use an index over all realms.
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
   * Returns the number of rows that meet a condition without an index. Only a limited number of
   * rows is read, from the newest on.
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

  /**
   * Returns the id of the row with this number, counted from the cursor; empty if there are fewer.
   */
  public Optional<UUID> findAt(Db db, PageRequest page, int number) {
    String sql =
        "SELECT id FROM (" + sql(page) + "\nOFFSET " + (number - 1) + " LIMIT 1) AS reached";
    return db
        .listPlannedAnew(sql, row -> row.getObject("id", UUID.class), parameters.toArray())
        .stream()
        .findFirst();
  }

  /** Returns the query of the newest rows. */
  String newest(int most) {
    return select + where() + "\n ORDER BY realm_id DESC, id DESC\n LIMIT " + most;
  }

  /** Returns the query of one row, by realm and id. */
  String one() {
    return select + "\n WHERE realm_id = ?\n   AND id = ?";
  }

  List<@Nullable Object> parameters() {
    return parameters;
  }

  /** Adds the cursor's condition. */
  public ListQuery from(PageRequest page) {
    and("id < ?", page.startingAfter());
    return and("id > ?", page.endingBefore());
  }

  private String sql(PageRequest page) {
    String way = page.isBackwards() ? "" : " DESC";
    return select + where() + "\n ORDER BY realm_id%s, %s%s".formatted(way, idColumn, way);
  }
}
