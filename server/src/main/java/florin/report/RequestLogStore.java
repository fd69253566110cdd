package florin.report;

import florin.core.Id.KeyId;
import florin.core.Id.RequestId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Db;
import florin.db.IdTime;
import florin.db.ListQuery;
import florin.report.RequestFilter.StatusClass;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The log of requests in PostgreSQL. */
final class RequestLogStore {
  private static final String INSERT =
      """
      INSERT INTO request_log (realm_id, id, created_at, method, route, path, status, duration_us, key_id, error_code, address)
      SELECT realm_id, id, to_timestamp(created_ms / 1000.0), method, route, path, status, duration_us, key_id, error_code, address
        FROM unnest(?::bigint[], ?::uuid[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::integer[], ?::bigint[], ?::uuid[],
                    ?::text[], ?::text[])
          AS r(realm_id, id, created_ms, method, route, path, status, duration_us, key_id, error_code, address)
      """;

  private static final String SELECT = "SELECT * FROM request_log";

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  private static final String LIST_OF_IDS =
      SELECT + " WHERE realm_id = ? AND id = ANY(?) ORDER BY id DESC";

  private static final String DELETE =
      """
      DELETE FROM request_log
       WHERE (realm_id, id) IN (
             SELECT realm_id, id
               FROM request_log
              WHERE realm_id = ?
                AND id < ?
              ORDER BY id
              LIMIT ?)
      """;

  private final Db db;

  RequestLogStore(Db db) {
    this.db = db;
  }

  /** All of them by one statement. */
  void insert(List<LoggedRequest> requests) {
    db.update(
        INSERT,
        column(requests, r -> r.realm().id(), Long[]::new),
        column(requests, r -> r.id().uuid(), UUID[]::new),
        column(requests, r -> r.received().toEpochMilli(), Long[]::new),
        column(requests, LoggedRequest::method, String[]::new),
        column(requests, LoggedRequest::route, String[]::new),
        column(requests, LoggedRequest::path, String[]::new),
        column(requests, LoggedRequest::status, Integer[]::new),
        column(requests, r -> r.duration().toNanos() / 1000, Long[]::new),
        column(requests, r -> r.key().uuid(), UUID[]::new),
        column(requests, r -> r.error().orElse(null), String[]::new),
        column(requests, LoggedRequest::address, String[]::new));
  }

  Optional<LoggedRequest> find(Realm realm, RequestId id) {
    return db.findOne(FIND, RequestLogStore::read, realm.id(), id.uuid());
  }

  List<LoggedRequest> list(Realm realm, Collection<RequestId> ids) {
    return db.list(
        LIST_OF_IDS,
        RequestLogStore::read,
        realm.id(),
        ids.stream().map(RequestId::uuid).toArray(UUID[]::new));
  }

  /** A page of requests, newest first. */
  Page<LoggedRequest> list(Realm realm, RequestFilter filter, PageRequest page) {
    ListQuery query = new ListQuery(SELECT, realm).createdIn(filter.received());
    filter.status().ifPresent(status -> of(query, status));
    return query
        .and("route = ?", filter.route())
        .and("key_id = ?", filter.key().map(KeyId::uuid))
        .page(db, page, RequestLogStore::read);
  }

  int deleteBefore(long realm, Instant time, int maxRows) {
    return db.update(DELETE, realm, IdTime.lowest(time), maxRows);
  }

  /** Errors have an index; successes are everywhere. */
  private static void of(ListQuery query, StatusClass status) {
    query.and("status / 100 = ?", status.digit());
    if (status != StatusClass.SUCCESS) {
      query.and("status >= 400");
    }
  }

  private static <T extends @Nullable Object> T[] column(
      List<LoggedRequest> requests, Function<LoggedRequest, T> value, IntFunction<T[]> array) {
    return requests.stream().map(value).toArray(array);
  }

  private static LoggedRequest read(ResultSet row) throws SQLException {
    return new LoggedRequest(
        new Realm(row.getLong("realm_id")),
        new RequestId(row.getObject("id", UUID.class)),
        Db.getInstant(row, "created_at"),
        row.getString("method"),
        row.getString("route"),
        row.getString("path"),
        row.getInt("status"),
        Duration.ofNanos(1000 * row.getLong("duration_us")),
        new KeyId(row.getObject("key_id", UUID.class)),
        Optional.ofNullable(row.getString("error_code")),
        row.getString("address"));
  }
}
