package florin.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Hmac;
import florin.core.Id.KeyId;
import florin.core.Id.RequestId;
import florin.core.Mode;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Db;
import florin.db.TestPostgres;
import florin.payment.execution.CrashPoint;
import florin.report.LoggedRequest.LoggedError;
import florin.report.LoggedRequest.Traits;
import florin.report.RequestFilter.StatusClass;
import florin.report.RequestLog.Fate;
import florin.testing.Records;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Which fields of requests are logged, for which realm, and which never are. */
class RequestLogTest {
  private static final Realm REALM = Realm.of(1, Mode.TEST);
  private static final PageRequest FIRST = new PageRequest(100, Optional.empty(), Optional.empty());
  private static final RequestFilter ALL = RequestFilter.ALL;
  private static final String PAYMENT = "pay_01h455vb4pex5vsknk084sn02q";

  @Test
  void a_request_is_logged_with_its_key_its_ids_and_its_error_and_no_other_content() {
    try (var app = TestApp.open()) {
      Reply paid = app.post("/v2/payments", TestApp.payment(1000, "4242424242424242"));
      Reply declined = app.post("/v2/payments", TestApp.payment(1000, "4000000000000002"));
      app.get("/v2/payments/" + paid.payment() + "?last4=4242");
      app.get("/v2/payments/4242424242424242?limit=4242");
      List<LoggedRequest> logged = awaitLogged(app, 4);

      LoggedRequest failed = find(app, declined);
      assertThat(failed.status()).isEqualTo(402);
      assertThat(failed.error()).map(LoggedError::code).contains("card_declined");
      assertThat(failed.method()).isEqualTo("POST");
      assertThat(failed.route()).isEqualTo("/v2/payments");
      assertThat(failed.address()).isEqualTo("127.0.0.1");
      assertThat(failed.duration()).isPositive();
      assertThat(app.query("SELECT kind FROM api_key WHERE id = ?", failed.key().uuid()))
          .containsExactly("secret");
      assertThat(find(app, paid).error()).isEmpty();
      assertThat(logged)
          .extracting(LoggedRequest::path)
          .containsExactly(
              "/v2/payments/{id}",
              "/v2/payments/" + paid.payment(),
              "/v2/payments",
              "/v2/payments");
      assertThat(logged.toString()).doesNotContain("4242");
    }
  }

  @Test
  void unauthenticated_requests_and_other_paths_are_counted_and_not_shown() {
    try (var app = TestApp.open();
        var stranger = new TestClient(app.app().port(), "sk_test_nobody")) {
      stranger.get("/v2/payments");
      app.get("/healthz");
      Reply last = app.get("/v2/customers");
      awaitLogged(app, 1);

      assertThat(find(app, last).route()).isEqualTo("/v2/customers");
      assertThat(app.query("SELECT id FROM request_log")).hasSize(1);
      assertThat(app.get("/metrics").body())
          .contains("florin_request_log_requests_total{result=\"keyless\"} 1.0");
    }
  }

  @Test
  void a_list_is_of_one_realm_and_filtered_by_status_route_and_key() {
    try (var db = new Db(TestPostgres.freshDatabase());
        var log = log(db, new ConcurrentHashMap<>())) {
      var key = new KeyId(new UUID(0, 7));
      log.offer(request(REALM, 1, 200, "/v2/payments", key));
      log.offer(request(REALM, 2, 404, "/v2/payments", key));
      log.offer(request(REALM, 3, 503, "/v2/refunds", key));
      LoggedRequest other = request(REALM, 4, 200, "/v2/refunds", new KeyId(new UUID(0, 8)));
      log.offer(Records.with(other, "method", "POST"));
      log.offer(request(Realm.of(1, Mode.LIVE), 5, 200, "/v2/refunds", key));
      await().atMost(Duration.ofSeconds(60)).until(() -> numbers(log, ALL).size() == 4);

      assertThat(numbers(log, ALL)).containsExactly(4L, 3L, 2L, 1L);
      assertThat(numbers(log, of(StatusClass.SUCCESS))).containsExactly(4L, 1L);
      assertThat(numbers(log, of(StatusClass.CLIENT_ERROR))).containsExactly(2L);
      assertThat(numbers(log, of(StatusClass.SERVER_ERROR))).containsExactly(3L);
      assertThat(numbers(log, Records.with(of("route", "/v2/refunds"), "key", Optional.of(key))))
          .containsExactly(3L);
      assertThat(numbers(log, of("code", 404))).containsExactly(2L);
      assertThat(numbers(log, of("code", 402))).isEmpty();
      assertThat(numbers(log, of("method", "POST"))).containsExactly(4L);
      assertThat(numbers(log, of("method", "GET"))).containsExactly(3L, 2L, 1L);
      assertThat(log.find(REALM, id(5))).isEmpty();
      assertThat(log.find(REALM, id(2))).map(LoggedRequest::status).contains(404);
    }
  }

  @Test
  void requests_of_an_object_are_found_by_path_and_by_body_in_shared_pages() {
    try (var db = new Db(TestPostgres.freshDatabase());
        var log = log(db, new ConcurrentHashMap<>())) {
      for (long number = 1; number <= 8; number++) {
        log.offer(touching(number, number % 3 == 0 ? "named" : "object"));
      }
      log.offer(request(REALM, 9, 200, "/v2/payments", new KeyId(new UUID(0, 7))));
      await().atMost(Duration.ofSeconds(60)).until(() -> numbers(log, ALL).size() == 9);
      RequestFilter filter = RequestFilter.ofObject(PAYMENT);

      assertThat(numbers(log, filter)).containsExactly(8L, 7L, 6L, 5L, 4L, 3L, 2L, 1L);
      var first = new PageRequest(3, Optional.empty(), Optional.empty());
      Page<LoggedRequest> newest = log.list(REALM, filter, first);
      assertThat(numbers(newest)).containsExactly(8L, 7L, 6L);
      assertThat(newest.hasMore()).isTrue();
      var after = new PageRequest(3, Optional.of(id(6).uuid()), Optional.empty());
      assertThat(numbers(log.list(REALM, filter, after))).containsExactly(5L, 4L, 3L);
      var before = new PageRequest(3, Optional.empty(), Optional.of(id(2).uuid()));
      assertThat(numbers(log.list(REALM, filter, before))).containsExactly(5L, 4L, 3L);
      var last = new PageRequest(3, Optional.of(id(3).uuid()), Optional.empty());
      assertThat(log.list(REALM, filter, last).hasMore()).isFalse();
      assertThat(log.list(Realm.of(1, Mode.LIVE), filter, first).data()).isEmpty();
    }
  }

  @Test
  void requests_of_an_idempotency_key_are_found_by_a_hash_that_differs_by_realm() {
    try (var app = TestApp.open()) {
      app.post("/v2/customers", "{}", "order-17");
      app.post("/v2/customers", "{}", "order-17");
      app.post("/v2/customers", "{}", "order-18");
      awaitLogged(app, 3);
      RequestLog log = app.app().report().requests;

      UUID mark = log.mark(app.realm(), "order-17");
      assertThat(log.list(app.realm(), RequestFilter.ofMark(mark), FIRST).data()).hasSize(2);
      assertThat(log.mark(Realm.of(1, Mode.LIVE), "order-17")).isNotEqualTo(mark);
      assertThat(app.query("SELECT t::text FROM request_log t"))
          .hasSize(3)
          .noneMatch(row -> row.contains("order-1"));
    }
  }

  /** The table is locked, so that the log can't write. */
  @Test
  void if_the_log_is_too_slow_successes_are_dropped_before_errors_and_counted() throws Exception {
    var database = TestPostgres.freshDatabase();
    int offered = 2 * RequestLog.MAX_QUEUED;
    Map<Fate, Integer> fates = new ConcurrentHashMap<>();
    var key = new KeyId(new UUID(0, 7));
    try (var db = new Db(database);
        var locking = database.connect()) {
      RequestLog log = log(db, fates);
      locking.setAutoCommit(false);
      Db.update(locking, "LOCK TABLE request_log IN EXCLUSIVE MODE");
      for (int i = 0; i < offered; i++) {
        log.offer(request(REALM, i, 200, "/v2/payments", key));
      }
      for (int i = offered; i < 2 * offered; i++) {
        log.offer(request(REALM, i, 402, "/v2/payments", key));
      }
      locking.rollback();
      log.close();

      int successes = count(db, "status < 400");
      int errors = count(db, "status >= 400");
      assertThat(successes).isBetween(1, RequestLog.MAX_QUEUED / 2 + RequestLog.MAX_BATCH);
      assertThat(errors).isGreaterThanOrEqualTo(RequestLog.MAX_QUEUED / 2);
      assertThat(fates.get(Fate.WRITTEN)).isEqualTo(successes + errors);
      assertThat(fates.get(Fate.DROPPED)).isEqualTo(2 * offered - successes - errors);
    }
  }

  @Test
  void without_a_retention_there_is_no_log() {
    try (var app =
        TestApp.open(
            CrashPoint.NONE, usual -> Records.with(usual, "requestsKept", Duration.ZERO))) {
      app.get("/v2/payments");

      assertThat(app.get("/metrics").body()).doesNotContain("florin_request_log_requests_total{");
    }
  }

  @Test
  void old_rows_are_deleted() {
    try (var app = TestApp.open()) {
      app.update(
          """
          INSERT INTO request_log (realm_id, id, created_at, method, route, path, status, duration_us, key_id, address)
          VALUES (2, '00000000-0000-7000-8000-000000000001', now(), 'GET', '/', '/', 200, 1, gen_random_uuid(), '')
          """);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() ->
              app.query("SELECT 1 FROM request_log WHERE method = 'GET' AND route = '/'")
                  .isEmpty());
    }
  }

  private static RequestLog log(Db db, Map<Fate, Integer> fates) {
    var store = new RequestLogStore(db);
    return new RequestLog(
        store,
        store,
        new Hmac(new byte[] {1}),
        (fate, count) -> fates.merge(fate, count, Integer::sum));
  }

  private static LoggedRequest request(
      Realm realm, long number, int status, String route, KeyId key) {
    return new LoggedRequest(
        realm,
        id(number),
        Instant.ofEpochSecond(1_700_000_000),
        "GET",
        route,
        route,
        status,
        Duration.ofMillis(3),
        key,
        Optional.empty(),
        "127.0.0.1",
        Traits.NONE,
        Optional.empty());
  }

  private static LoggedRequest touching(long number, String how) {
    var traits = Records.with(Traits.NONE, how, Optional.of(PAYMENT));
    return Records.with(
        request(REALM, number, 200, "/v2/payments", new KeyId(new UUID(0, 7))), "traits", traits);
  }

  private static RequestId id(long number) {
    return new RequestId(new UUID(0x18bcfe56800L << 16 | 0x7000, 0x8000_0000_0000_0000L | number));
  }

  private static RequestFilter of(StatusClass status) {
    return of("status", status);
  }

  private static RequestFilter of(String what, Object value) {
    return Records.with(ALL, what, Optional.of(value));
  }

  private static List<Long> numbers(RequestLog log, RequestFilter filter) {
    return numbers(log.list(REALM, filter, FIRST));
  }

  private static List<Long> numbers(Page<LoggedRequest> page) {
    return page.data().stream()
        .map(request -> request.id().uuid().getLeastSignificantBits() & 0xFFFFFF)
        .toList();
  }

  private static int count(Db db, String condition) {
    return db.list(
            "SELECT count(*) AS n FROM request_log WHERE " + condition, row -> row.getInt("n"))
        .getFirst();
  }

  private static LoggedRequest find(TestApp app, Reply reply) {
    RequestId id = RequestId.KIND.parse(reply.header("Request-Id").orElseThrow()).orElseThrow();
    return app.app().report().requests.find(app.realm(), id).orElseThrow();
  }

  private static List<LoggedRequest> awaitLogged(TestApp app, int count) {
    await().atMost(Duration.ofSeconds(60)).until(() -> logged(app).data().size() == count);
    return logged(app).data();
  }

  private static Page<LoggedRequest> logged(TestApp app) {
    return app.app().report().requests.list(app.realm(), ALL, FIRST);
  }
}
