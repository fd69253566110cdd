package florin.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import florin.books.LedgerChecks;
import florin.books.LedgerProjection;
import florin.core.Realm;
import florin.db.Db;
import florin.db.PretendedCitus;
import florin.projection.Follower;
import florin.projection.FollowerStore;
import florin.projection.Projection;
import florin.projection.SqlProjection;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText.Line;
import florin.testing.Dump;
import florin.testing.Reconciliation;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every committed event counts once, however many followers there are and whichever of them crash.
 */
@TakesLong
class FollowerTest {
  private static final long SEED = Long.getLong("work.seed", 20_261_121);
  private static final int PAYMENTS = 40;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private static final Projection FAILING =
      new SqlProjection(
          ReportModule.PROJECTION.name(),
          List.of(
              FigureStore.FOLLOW,
              FigureStore.FOLLOW_PARTS,
              "DELETE FROM figure WHERE 1 / (SELECT 0 * count(*) FROM (:batch) b) = 1"));

  private final RandomWork work = new RandomWork(SEED);

  @Test
  void totals_of_two_nodes_are_complete_even_if_one_of_them_is_killed() {
    try (TestApp dying = TestApp.open();
        TestApp other = dying.openAnotherNode()) {
      work.run(dying, PAYMENTS / 2);
      dying.abandon();
      work.run(other, PAYMENTS / 2);
      awaitFollowed(other);

      Addition.assertHolds(other);
      assertThat(other.query("SELECT 1 FROM figure WHERE measure = 'failed'")).isNotEmpty();
    }
  }

  @Test
  void concurrent_followers_share_the_events() {
    TestApp app = ended();
    try (var db = Db.unhurried(app.database());
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      followAnew(app);
      List<CompletableFuture<Integer>> followers =
          IntStream.range(0, 3)
              .mapToObj(_ -> CompletableFuture.supplyAsync(() -> followAll(db, 3), threads))
              .toList();

      int followed = followers.stream().mapToInt(CompletableFuture::join).sum();

      assertThat(followed)
          .isEqualTo(Integer.parseInt(app.query("SELECT count(*) FROM event").getFirst()));
      Addition.assertHolds(app);
    }
  }

  @Test
  void a_batch_that_fails_half_way_leaves_nothing() {
    TestApp app = ended();
    try (var db = Db.unhurried(app.database())) {
      followAnew(app);
      var store = new FollowerStore(db);

      assertThatThrownBy(() -> store.follow(FAILING, Follower.BATCH))
          .hasMessageContaining("division by zero");

      assertThat(app.query("SELECT 1 FROM figure UNION ALL SELECT 1 FROM counted_refund"))
          .isEmpty();
      assertThat(store.findOldest(ReportModule.PROJECTION)).isPresent();
      followAll(db, Follower.BATCH);
      assertThat(store.findOldest(ReportModule.PROJECTION)).isEmpty();
      Addition.assertHolds(app);
    }
  }

  /** Proves that the comparison in {@link Addition} finds an error. */
  @Test
  void an_event_counted_twice_makes_the_totals_differ() {
    TestApp app = ended();
    try (var db = Db.unhurried(app.database())) {
      Addition.assertHolds(app);
      app.update(
          "UPDATE projection SET position = e.position, event_id = '%s' FROM (SELECT position FROM event WHERE type = 'payment.succeeded' ORDER BY position LIMIT 1) e"
              .formatted(new java.util.UUID(0, 0)));

      followAll(db, Follower.BATCH);

      assertThatThrownBy(() -> Addition.assertHolds(app)).isInstanceOf(AssertionError.class);
    }
  }

  @Test
  void a_skipped_event_makes_the_totals_differ() {
    TestApp app = ended();
    try (var db = Db.unhurried(app.database())) {
      followAnew(app);
      app.update(
          "UPDATE projection SET position = e.position, event_id = e.id FROM (SELECT position, id FROM event WHERE type = 'payment.succeeded' ORDER BY position, id LIMIT 1) e");

      followAll(db, Follower.BATCH);

      assertThatThrownBy(() -> Addition.assertHolds(app)).isInstanceOf(AssertionError.class);
    }
  }

  @Test
  void an_uncommitted_event_holds_back_those_behind_it() throws Exception {
    TestApp app = ended();
    try (var db = Db.unhurried(app.database());
        var older = app.database().connect()) {
      older.setAutoCommit(false);
      copyAnEvent(older, "7f000000-0000-7000-8000-000000000001");
      try (var younger = app.database().connect()) {
        copyAnEvent(younger, "7f000000-0000-7000-8000-000000000002");
      }
      var store = new FollowerStore(db);

      assertThat(store.follow(ReportModule.PROJECTION, Follower.BATCH)).isZero();
      older.commit();

      assertThat(followAll(db, Follower.BATCH)).isEqualTo(2);
    }
  }

  @Test
  void separately_followed_realms_have_complete_totals_and_none_is_skipped() throws Exception {
    TestApp app = ended();
    PretendedCitus.in(app.database());
    try (var db = Db.unhurried(app.database());
        var older = app.database().connect()) {
      followAnew(app);
      int events = Integer.parseInt(app.query("SELECT count(*) FROM event").getFirst());
      assertThat(followAll(db, 5)).isEqualTo(events);
      Addition.assertHolds(app);
      assertThat(app.query("SELECT position::text FROM projection WHERE name = 'report'"))
          .containsExactly("0");

      older.setAutoCommit(false);
      copyAnEvent(older, "7f000000-0000-7000-8000-000000000001");
      try (var younger = app.database().connect()) {
        copyAnEvent(younger, "7f000000-0000-7000-8000-000000000002");
      }
      var store = new FollowerStore(db);
      assertThat(store.follow(ReportModule.PROJECTION, Follower.BATCH)).isZero();
      assertThat(store.findOldest(ReportModule.PROJECTION)).isPresent();
      older.commit();
      assertThat(followAll(db, Follower.BATCH)).isEqualTo(2);
    }
  }

  @Test
  void an_event_of_a_sandbox_delays_no_other_realm() {
    TestApp app = ended();
    try (var db = Db.unhurried(app.database())) {
      app.update(
          "INSERT INTO realm (id, account_number, mode) SELECT id + 4294967296, account_number, mode FROM realm WHERE mode = 'test'");
      String added =
          app.query(
                  "INSERT INTO event (realm_id, id, type, object_id, sequence, body, created_at) SELECT realm_id + 4294967296, '7f000000-0000-7000-8000-000000000001', type, object_id, sequence, body, created_at + interval '1 year' FROM event WHERE realm_id % 2 = 0 LIMIT 1 RETURNING realm_id")
              .getFirst();
      var sandbox = new Realm(Long.parseLong(added));
      var store = new FollowerStore(db);

      assertThat(store.findOldest(ReportModule.PROJECTION)).isEmpty();
      assertThat(store.findOldest(ReportModule.PROJECTION, sandbox)).isPresent();
      assertThat(
              store.findOldest(
                  ReportModule.PROJECTION, new Realm(sandbox.id() % Realm.FIRST_SANDBOX)))
          .isEmpty();
    }
  }

  @Test
  void a_database_restored_elsewhere_is_reported_and_not_followed() {
    TestApp app = ended();
    try (var db = Db.unhurried(app.database())) {
      app.update("UPDATE projection SET position = '9000000000'");

      assertThatThrownBy(
              () -> new FollowerStore(db).follow(ReportModule.PROJECTION, Follower.BATCH))
          .hasMessageContaining("restored from a dump");
    }
  }

  @ParameterizedTest(name = "report at {0}, ledger at {1}")
  @CsvSource({"7, 3", "3, 7"})
  void after_a_restore_from_a_dump_counted_events_stay_counted_and_others_are_counted(
      int report, int ledger) {
    TestApp dumped = ended();
    try (var db = Db.unhurried(dumped.database())) {
      followAnew(dumped);
      var store = new FollowerStore(db);
      assertThat(store.follow(ReportModule.PROJECTION, report)).isEqualTo(report);
      assertThat(store.follow(new LedgerProjection(), ledger)).isEqualTo(ledger);
    }
    Dump.restore(dumped);

    try (TestApp restored = dumped.reopen()) {
      work.run(restored, PAYMENTS / 4);
      awaitFollowed(restored);

      Addition.assertHolds(restored);
      LedgerChecks.assertHolds(restored.database());
    }
  }

  /** A bank reports that it took money back when it has already done so. */
  @Test
  void a_refund_that_begins_as_succeeded_counts() {
    try (TestApp app = TestApp.open()) {
      var shop = new BankShop(app);
      Waiting payment = shop.ask(1000);
      shop.book(payment.iban(), Line.credit(1000, "K1", payment.reference()));
      shop.awaitMatched();
      shop.book(payment.iban(), Line.reversal(1000, "K1", payment.reference()));
      shop.awaitMatched();
      awaitFollowed(app);

      assertThat(app.query("SELECT amount FROM figure WHERE measure = 'refunded' AND span = 'day'"))
          .containsExactly("1000");
      Addition.assertHolds(app);
    }
  }

  /**
   * Imitates refunds that Florin learns of late, so that their creation date differs from the dates
   * of their events.
   */
  @Test
  void refunds_count_on_the_day_of_their_creation_even_if_they_failed_later() {
    TestApp app = ended();
    try (var db = Db.unhurried(app.database())) {
      dateRefundsBack(app);
      followAnew(app);
      followAll(db, Follower.BATCH);

      assertThat(app.query("SELECT 1 FROM figure WHERE measure = 'refund_returned'")).isNotEmpty();
      Addition.assertHolds(app);
    }
  }

  /**
   * Moves the creation dates of refunds back by one to three days, in their rows and in their
   * events.
   */
  private static void dateRefundsBack(TestApp app) {
    app.update(
        "UPDATE refund SET created_at = created_at - (1 + abs(hashtext(id::text)) % 3) * interval '1 day'");
    app.update(
        """
        UPDATE event e
           SET body = jsonb_set(e.body::jsonb, '{data,object,created}', to_jsonb(floor(extract(epoch FROM r.created_at))))::text
          FROM refund r
         WHERE r.id = e.object_id
        """);
  }

  private static void copyAnEvent(java.sql.Connection connection, String id)
      throws java.sql.SQLException {
    Db.update(
        connection,
        "INSERT INTO event (realm_id, id, type, object_id, sequence, body, created_at) SELECT realm_id, ?::uuid, type, object_id, sequence, body, created_at FROM event LIMIT 1",
        id);
  }

  /** Returns a closed service with some events counted, so that nothing counts further ones. */
  private TestApp ended() {
    TestApp app = TestApp.open();
    try (app) {
      work.run(app, PAYMENTS / 2);
    }
    try (var db = Db.unhurried(app.database())) {
      followAll(db, Follower.BATCH);
    }
    return app;
  }

  private static void followAnew(TestApp app) {
    app.update("DELETE FROM figure");
    app.update("DELETE FROM counted_refund");
    app.update("DELETE FROM payment_email");
    app.update("UPDATE projection SET position = '0'");
    app.update("DELETE FROM projection_of_realm");
    app.update("TRUNCATE ledger_transfer, ledger_balance, ledger_fact");
  }

  /**
   * Counts events until none is left. Transactions of other tests on the same PostgreSQL may delay
   * it.
   */
  private static int followAll(Db db, int batch) {
    var store = new FollowerStore(db);
    var followed = new AtomicInteger();
    await()
        .dontCatchUncaughtExceptions()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .atMost(PATIENCE)
        .until(() -> {
          followed.addAndGet(store.follow(ReportModule.PROJECTION, batch));
          return store.findOldest(ReportModule.PROJECTION).isEmpty();
        });
    return followed.get();
  }

  private static void awaitFollowed(TestApp app) {
    await()
        .dontCatchUncaughtExceptions()
        .atMost(PATIENCE)
        .until(() ->
            Reconciliation.isAtRest(app.database())
                && app.app().report().figures.behindSince().isEmpty());
  }
}
