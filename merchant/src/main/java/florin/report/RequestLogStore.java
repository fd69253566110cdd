package florin.report;

import florin.core.Id.KeyId;
import florin.core.Id.RequestId;
import florin.core.Page;
import florin.core.Page.Count;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Db;
import florin.db.IdTime;
import florin.db.ListQuery;
import florin.report.LoggedRequest.LoggedError;
import florin.report.LoggedRequest.Traits;
import florin.report.RequestFilter.StatusClass;
import florin.report.UsedScopes.UsedRoute;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The request log in PostgreSQL. */
final class RequestLogStore {
  private static final String INSERT =
      """
      INSERT INTO request_log
             (realm_id, id, created_at, method, route, path, status, duration_us, key_id, error_code, error_param,
              error_message, address, object_id, named_id, idempotency_mark, fields)
      SELECT realm_id, id, to_timestamp(created_ms / 1000.0), method, route, path, status, duration_us, key_id, error_code,
             error_param, error_message, address, object_id, named_id, idempotency_mark, fields
        FROM unnest(?::bigint[], ?::uuid[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::integer[], ?::bigint[], ?::uuid[],
                    ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::uuid[], ?::text[])
          AS r(realm_id, id, created_ms, method, route, path, status, duration_us, key_id, error_code, error_param,
               error_message, address, object_id, named_id, idempotency_mark, fields)
      """;

  private static final String SELECT = "SELECT * FROM request_log";

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  private static final String LIST_OF_IDS =
      SELECT + " WHERE realm_id = ? AND id = ANY(?) ORDER BY id DESC";

  private static final String DELETE =
      """
      DELETE FROM request_log
       WHERE realm_id = ?
         AND id IN (
             SELECT id
               FROM request_log
              WHERE realm_id = ?
                AND id < ?
              ORDER BY id
              LIMIT ?)
      """;

  /** Counts the newest requests of a key by route, without those that its rights rejected. */
  private static final String LIST_USED =
      """
      SELECT method, route, count(*) AS requests, min(created_at) AS first_at
        FROM (SELECT method, route, status, created_at
                FROM request_log
               WHERE realm_id = ?
                 AND key_id = ?
                 AND id >= ?
               ORDER BY id DESC
               LIMIT ?) AS newest
       WHERE status NOT IN (401, 403)
       GROUP BY method, route
      """;

  /** Lists live realms of accounts that store the fields of live requests. */
  private static final String LIST_LIVE_WITH_FIELDS =
      """
      SELECT id
        FROM realm_with_logged_fields
      """;

  /** The newest requests among which successes are counted. */
  private static final int COUNTED_AMONG = 5_000;

  private final Db db;

  RequestLogStore(Db db) {
    this.db = db;
  }

  /** Inserts all requests with one statement. */
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
        column(requests, r -> r.error().map(LoggedError::code).orElse(null), String[]::new),
        column(requests, r -> r.error().flatMap(LoggedError::param).orElse(null), String[]::new),
        column(requests, r -> r.error().flatMap(LoggedError::message).orElse(null), String[]::new),
        column(requests, LoggedRequest::address, String[]::new),
        column(requests, r -> r.traits().object().orElse(null), String[]::new),
        column(requests, r -> r.traits().named().orElse(null), String[]::new),
        column(requests, r -> r.traits().idempotencyMark().orElse(null), UUID[]::new),
        column(requests, r -> r.fields().orElse(null), String[]::new));
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

  /**
   * Returns a page of requests, newest first. Two indexes cover the objects that a request
   * concerns: a page of each is read, and both are merged.
   */
  Page<LoggedRequest> list(Realm realm, RequestFilter filter, PageRequest page) {
    Optional<String> object = filter.object();
    if (object.isEmpty()) {
      return query(realm, filter).page(db, page, RequestLogStore::read);
    }
    return merged(
        query(realm, filter).and("object_id = ?", object).page(db, page, RequestLogStore::read),
        query(realm, filter).and("named_id = ?", object).page(db, page, RequestLogStore::read),
        page);
  }

  /** Returns the number of requests with a status, or of all, as far as counting is cheap. */
  Count count(Realm realm, Optional<StatusClass> status, IdTime.Span received) {
    ListQuery query = new ListQuery("SELECT status FROM request_log", realm).createdIn(received);
    if (status.equals(Optional.of(StatusClass.SUCCESS))) {
      return query.countAmong(db, COUNTED_AMONG, "status < 400");
    }
    status.ifPresent(one -> of(query, one));
    return query.count(db);
  }

  List<UsedRoute> listUsed(Realm realm, KeyId key, Instant since) {
    return db.list(
        LIST_USED,
        row ->
            new UsedRoute(
                row.getString("method"),
                row.getString("route"),
                row.getLong("requests"),
                Db.getInstant(row, "first_at")),
        realm.id(),
        key.uuid(),
        IdTime.lowest(since),
        UsedScopes.MOST_REQUESTS);
  }

  Set<Realm> listLiveWithFields() {
    return Set.copyOf(db.list(LIST_LIVE_WITH_FIELDS, row -> new Realm(row.getLong("id"))));
  }

  private static ListQuery query(Realm realm, RequestFilter filter) {
    ListQuery query = new ListQuery(SELECT, realm).createdIn(filter.received());
    filter.status().or(() -> filter.code().flatMap(StatusClass::of)).ifPresent(s -> of(query, s));
    filter.method().ifPresent(method -> of(query, method));
    return query
        .and("status = ?", filter.code())
        .and("route = ?", filter.route())
        .and("path = ?", filter.path())
        .and("key_id = ?", filter.key().map(KeyId::uuid))
        .and("idempotency_mark = ?", filter.idempotencyMark());
  }

  private static Page<LoggedRequest> merged(
      Page<LoggedRequest> one, Page<LoggedRequest> other, PageRequest page) {
    List<LoggedRequest> all =
        Stream.of(one, other)
            .flatMap(found -> found.data().stream())
            .distinct()
            .sorted(Comparator.comparing((LoggedRequest request) -> request.id().text()).reversed())
            .toList();
    boolean hasMore = all.size() > page.limit() || one.hasMore() || other.hasMore();
    int most = Math.min(page.limit(), all.size());
    return new Page<>(
        page.isBackwards() ? all.subList(all.size() - most, all.size()) : all.subList(0, most),
        hasMore);
  }

  int deleteBefore(long realm, Instant time, int maxRows) {
    return db.update(DELETE, realm, realm, IdTime.lowest(time), maxRows);
  }

  /** Adds a status condition; errors have an index, and successes are frequent enough. */
  private static void of(ListQuery query, StatusClass status) {
    query.and("status / 100 = ?", status.digit());
    if (status != StatusClass.SUCCESS) {
      query.and("status >= 400");
    }
  }

  /** Adds a method condition; methods other than POST, which payments use, have an index. */
  private static void of(ListQuery query, String method) {
    query.and("method = ?", method);
    if (!method.equals("POST")) {
      query.and("method <> 'POST'");
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
        readError(row),
        row.getString("address"),
        new Traits(
            Optional.ofNullable(row.getString("object_id")),
            Optional.ofNullable(row.getString("named_id")),
            Optional.ofNullable(row.getObject("idempotency_mark", UUID.class))),
        Optional.ofNullable(row.getString("fields")));
  }

  private static Optional<LoggedError> readError(ResultSet row) throws SQLException {
    @Nullable String code = row.getString("error_code");
    return code == null
        ? Optional.empty()
        : Optional.of(
            new LoggedError(
                code,
                Optional.ofNullable(row.getString("error_param")),
                Optional.ofNullable(row.getString("error_message"))));
  }
}
