package florin.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import florin.books.DyingProjection.Died;
import florin.books.VerificationStore.Check;
import florin.db.Db;
import florin.db.PretendedCitus;
import florin.projection.FollowerStore;
import florin.report.RandomWork;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText.Line;
import florin.testing.Reconciliation;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The ledger of a random life: payments that succeed and fail, refunds, refunds that come back,
 * disputes, and bank statements. Whoever follows the events, however many do, and whoever dies, it
 * is the same.
 */
@TakesLong
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LedgerTest {
  private static final long SEED = Long.getLong("ledger.seed", 20_261_128);
  private static final int PAYMENTS = Integer.getInteger("ledger.payments", 120);
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private static final String ROWS =
      "SELECT t::text FROM ledger_transfer t UNION ALL SELECT b::text FROM ledger_balance b ORDER BY 1";

  private final Random random = new Random(SEED);
  private final TestApp app = TestApp.open();
  private final Db db = Db.unhurried(app.database());

  /** A payment whose provider reports the sum of all chargebacks under the newest id. */
  private String summed = "";

  /** A payment whose provider reports the most urgent of several disputes. */
  private String urgent = "";

  /** A payment whose approval reported a dispute already. */
  private String approved = "";

  @BeforeAll
  void live() {
    try (app) {
      new RandomWork(SEED).run(app, PAYMENTS);
      bank();
      disputes();
      await()
          .dontCatchUncaughtExceptions()
          .atMost(PATIENCE)
          .until(() -> Reconciliation.isAtRest(app.database()));
    }
    app.update("CREATE TABLE payment_before AS SELECT * FROM payment");
    app.update("CREATE TABLE bank_match_before AS SELECT * FROM bank_match");
  }

  @AfterAll
  void close() {
    db.close();
  }

  @BeforeEach
  void beginAgain() {
    app.update("DELETE FROM pg_extension WHERE extname = 'citus'");
    app.update("DELETE FROM ledger_backlog");
    app.update("DELETE FROM projection_of_realm");
    app.update("TRUNCATE ledger_transfer, ledger_balance, ledger_fact");
    app.update("UPDATE projection SET position = '0' WHERE name = 'ledger'");
  }

  /** Money that arrives in parts, too much, late, unnamed, and money that the bank takes back. */
  private void bank() {
    var shop = new BankShop(app);
    for (int i = 0; i < PAYMENTS / 10; i++) {
      long amount = random.nextLong(100, 5_000);
      Waiting payment = shop.ask(amount);
      String ref = payment.reference();
      var lines = new ArrayList<Line>();
      switch (random.nextInt(6)) {
        case 0 -> lines.add(Line.credit(amount, "R" + i, ref));
        case 1 -> {
          lines.add(Line.credit(amount / 3 + 1, "P" + i, ref));
          lines.add(Line.credit(amount, "Q" + i, ref));
        }
        case 2 -> lines.add(Line.credit(amount + 7, "O" + i, ref));
        case 3 -> lines.add(Line.written(amount, "U" + i, "no reference"));
        case 4 -> {
          lines.add(Line.credit(amount, "T" + i, ref));
          lines.add(Line.reversal(amount, "T" + i, ref));
        }
        default -> {
          lines.add(Line.credit(amount / 2 + 1, "L" + i, ref));
          app.post("/v2/payments/" + payment.id() + "/cancel", "{}");
        }
      }
      shop.book(payment.iban(), lines.toArray(Line[]::new));
      shop.awaitMatched();
      if (random.nextBoolean()) {
        app.post(
            "/v2/refunds",
            "{\"payment\": \"%s\", \"amount\": %d}".formatted(payment.id(), amount / 4 + 1));
      }
    }
    unmatched(shop);
  }

  /** Assigns an unmatched transfer to a payment that waits. */
  private void unmatched(BankShop shop) {
    Waiting payment = shop.ask(900);
    shop.book(payment.iban(), Line.written(1_000, "W1", "for the order"));
    shop.awaitMatched();
    String transfer = app.get("/v2/unmatched_transfers?status=open").text("/data/0/id");
    app.post(
        "/v2/unmatched_transfers/" + transfer + "/assign",
        "{\"payment\": \"%s\"}".formatted(payment.id()));
  }

  /** Events as those of a provider's disputes: opened, lost or won, and a second one. */
  private void disputes() {
    List<String> cards =
        app.query(
            "SELECT id::text FROM payment WHERE status = 'succeeded' AND method_type = 'card' ORDER BY id LIMIT %d"
                .formatted(PAYMENTS / 10 + 4));
    dispute(cards.removeLast(), 101, "payment.disputed", "dp_1", "needs_response", 250);
    summed = cards.removeLast();
    dispute(summed, 101, "payment.dispute_updated", "dp_1", "lost", 400);
    dispute(summed, 102, "payment.dispute_updated", "dp_2", "lost", 1_000);
    urgent = cards.removeLast();
    dispute(urgent, 101, "payment.dispute_updated", "dp_1", "lost", 500);
    dispute(urgent, 102, "payment.disputed", "dp_2", "needs_response", 500);
    dispute(urgent, 103, "payment.dispute_updated", "dp_1", "lost", 500);
    approved = cards.removeLast();
    report(approved, "dp_1", "lost", 300);
    app.update(
        "UPDATE event SET body = jsonb_set(body::jsonb, '{data,object,dispute}', '{\"id\": \"dp_1\", \"status\": \"lost\", \"amount\": 300}')::text WHERE type = 'payment.succeeded' AND object_id = '%s'"
            .formatted(approved));
    for (String id : cards) {
      long amount = random.nextLong(1, 500);
      dispute(id, 101, "payment.disputed", "dp_1", "needs_response", amount);
      dispute(id, 102, "payment.dispute_updated", "dp_1", "under_review", amount + 5);
      dispute(
          id,
          103,
          "payment.dispute_updated",
          "dp_1",
          random.nextBoolean() ? "won" : "lost",
          amount + 5);
      if (random.nextBoolean()) {
        dispute(id, 104, "payment.disputed", "dp_2", "lost", 1);
      }
    }
  }

  private void dispute(
      String payment, int sequence, String type, String dispute, String status, long amount) {
    app.update(
        """
        INSERT INTO event (realm_id, id, type, object_id, sequence, body, created_at)
        SELECT realm_id, gen_random_uuid(), '%s', object_id, %d,
               jsonb_set(body::jsonb, '{data,object,dispute}', '{"id": "%s", "status": "%s", "amount": %d}')::text,
               created_at + interval '1 day'
          FROM event
         WHERE object_id = '%s'
           AND type = 'payment.succeeded'
        """
            .formatted(type, sequence, dispute, status, amount, payment));
    report(payment, dispute, status, amount);
  }

  /** Writes the dispute of a payment, as the provider reports it now. */
  private void report(String payment, String dispute, String status, long amount) {
    app.update(
        """
        UPDATE payment
           SET provider = jsonb_build_object('dispute', jsonb_strip_nulls(jsonb_build_object(
                 'id', '%1$s',
                 'status', '%2$s',
                 'amount', '%3$d',
                 'reason', 'fraudulent',
                 'lost_at', CASE '%2$s' WHEN 'lost' THEN '2026-11-01T10:00:00Z' END)))
         WHERE id = '%4$s'
        """
            .formatted(dispute, status, amount, payment));
  }

  @Test
  void all_kinds_of_movements_are_in_the_ledger() {
    LedgerChecks.assertHolds(app.database());

    assertThat(app.query("SELECT DISTINCT type FROM ledger_transfer"))
        .containsExactlyInAnyOrder(
            "payment",
            "refund",
            "refund_failure",
            "dispute",
            "dispute_loss",
            "customer_credit",
            "unmatched_transfer");
    assertThat(app.query("SELECT DISTINCT currency FROM ledger_transfer"))
        .containsExactlyInAnyOrder("usd", "eur", "jpy");
  }

  @Test
  void the_dispute_that_a_provider_reports_replaces_the_one_before() {
    LedgerChecks.assertHolds(app.database());

    assertThat(disputed("object_id = '%s'".formatted(summed)))
        .containsExactly(summed + " dispute_losses 1000");
    assertThat(disputed("object_id = '%s'".formatted(urgent)))
        .containsExactly(urgent + " dispute_losses 500");
  }

  @Test
  void a_dispute_that_is_known_with_the_approval_is_in_the_ledger() {
    LedgerChecks.assertHolds(app.database());

    assertThat(disputed("object_id = '%s'".formatted(approved)))
        .containsExactly(approved + " dispute_losses 300");
  }

  /** Lists what is held and lost of each payment. */
  private List<String> disputed(String condition) {
    return app.query(
        """
        SELECT object_id || ' ' || role || ' ' || sum(CASE role WHEN debit_role THEN amount ELSE -amount END)
          FROM ledger_transfer
         CROSS JOIN unnest('{disputes_held,dispute_losses}'::text[]) AS role
         WHERE role IN (debit_role, credit_role)
           AND %s
         GROUP BY object_id, role
        HAVING sum(CASE role WHEN debit_role THEN amount ELSE -amount END) <> 0
         ORDER BY object_id, role
        """
            .formatted(condition));
  }

  @Test
  void a_follower_that_waits_for_another_transaction_holds_no_row() {
    var store = new FollowerStore(db);
    try (var thread = Executors.newVirtualThreadPerTaskExecutor()) {
      CompletableFuture<Integer> followed =
          db.transaction(connection -> {
            LedgerStore.lock(connection);
            CompletableFuture<Integer> following =
                CompletableFuture.supplyAsync(
                    () -> store.follow(new LedgerProjection(), 5), thread);
            awaitWaiting(() -> waiting() > 0);
            assertThat(
                    app.query(
                        "SELECT name FROM projection WHERE name = 'ledger' FOR UPDATE SKIP LOCKED"))
                .containsExactly("ledger");
            return following;
          });
      assertThat(followed.join()).isEqualTo(5);
    }
  }

  @Test
  void followers_that_die_between_any_two_steps_and_share_the_events_give_the_same() {
    LedgerChecks.assertHolds(app.database());
    List<String> once = app.query(ROWS);
    beginAgain();
    var store = new FollowerStore(db);

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<Void>> followers =
          IntStream.range(0, 3)
              .mapToObj(i ->
                  CompletableFuture.runAsync(
                      () -> followAndDie(store, new Random(SEED + i)), threads))
              .toList();
      followers.forEach(CompletableFuture::join);
    }
    LedgerChecks.assertHolds(app.database());

    assertThat(app.query(ROWS)).isEqualTo(once);
  }

  private static void followAndDie(FollowerStore store, Random random) {
    for (int i = 0; i < 200; i++) {
      try {
        store.follow(
            new DyingProjection(random.nextInt(3 * LedgerProjection.STEPS.size())),
            1 + random.nextInt(9));
      } catch (Died expected) {
        // Its transaction is rolled back.
      }
    }
  }

  @Test
  void realms_that_are_followed_separately_have_the_same_ledger() {
    LedgerChecks.assertHolds(app.database());
    List<String> together = app.query(ROWS);
    beginAgain();
    PretendedCitus.in(app.database());

    try (Db sharded = Db.unhurried(app.database())) {
      LedgerChecks.follow(sharded, 5);
      assertThat(VerificationStore.run(sharded).difference()).isEmpty();
    }

    assertThat(app.query(ROWS)).isEqualTo(together);
  }

  @Test
  void a_ledger_that_is_built_anew_has_the_same_rows() {
    LedgerChecks.assertHolds(app.database());
    List<String> before = app.query(ROWS);
    var backlog = new BacklogStore(db);

    backlog.startOver();
    assertThat(VerificationStore.run(db).difference())
        .hasValueSatisfying(found -> assertThat(found.check()).isEqualTo(Check.COMPLETE));
    while (backlog.step()) {}

    LedgerChecks.assertHolds(app.database());
    assertThat(app.query(ROWS)).isEqualTo(before);
  }

  /** As after an upgrade, when most events are gone. */
  @Test
  void payments_from_before_the_ledger_are_added_in_batches() {
    LedgerChecks.assertHolds(app.database());
    List<String> payments =
        app.query("SELECT t::text FROM ledger_transfer t WHERE type = 'payment' ORDER BY 1");
    List<String> disputed = disputed("true");
    beginAgain();
    app.update("CREATE TABLE kept AS SELECT * FROM event");
    app.update("DELETE FROM event");
    try {
      var backlog = new BacklogStore(db);
      backlog.startOver();
      while (backlog.step()) {}

      assertThat(VerificationStore.run(db).difference()).isEmpty();
      assertThat(
              app.query("SELECT t::text FROM ledger_transfer t WHERE type = 'payment' ORDER BY 1"))
          .isEqualTo(payments);
      assertThat(disputed("true")).isEqualTo(disputed);
      assertThat(
              app.query(
                  "SELECT booked_at = '2026-11-01T10:00:00Z' FROM ledger_transfer WHERE type = 'dispute_loss' AND object_id = '%s'"
                      .formatted(summed)))
          .containsExactly("t");
    } finally {
      app.update("INSERT INTO event SELECT * FROM kept");
      app.update("DROP TABLE kept");
    }
    LedgerChecks.assertHolds(app.database());
    assertThat(disputed("true")).isEqualTo(disputed);
  }

  /**
   * The backlog reads a refund whose events are gone. Without the lock, the follower would apply
   * its failure before the backlog has posted its success. It reads only events that are older than
   * all running transactions, so the failure begins before the backlog and is committed after it.
   */
  @Test
  void a_refund_that_fails_while_the_backlog_reads_it_does_not_stay_in_the_ledger()
      throws Exception {
    String refund =
        app.query(
                "SELECT r.id FROM refund r JOIN payment p ON p.id = r.payment_id WHERE r.status = 'succeeded' AND p.method_type = 'card' ORDER BY r.id LIMIT 1")
            .getFirst();
    app.update(
        "CREATE TABLE refund_before AS SELECT * FROM refund WHERE id = '%s'".formatted(refund));
    app.update("CREATE TABLE kept AS SELECT * FROM event WHERE object_id = '%s'".formatted(refund));
    app.update("DELETE FROM event WHERE object_id = '%s'".formatted(refund));
    LedgerChecks.follow(db, 2_000);
    app.update(
        "INSERT INTO ledger_backlog (realm_id, part, after_id) SELECT realm_id, 'refunds', '00000000-0000-0000-0000-000000000000' FROM refund_before");
    app.update(
        "CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(7); RETURN new; END'");
    app.update(
        "CREATE TRIGGER pause BEFORE UPDATE ON ledger_backlog FOR EACH ROW EXECUTE FUNCTION pause()");
    var backlog = new BacklogStore(db);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var failing = app.database().connect()) {
      failing.setAutoCommit(false);
      failKept(failing);
      List<CompletableFuture<Boolean>> both =
          db.transaction(connection -> {
            Db.query(connection, "SELECT pg_advisory_xact_lock(7)", _ -> true);
            var step = CompletableFuture.supplyAsync(backlog::step, threads);
            awaitWaiting(() -> waiting() == 1);
            failing.commit();
            var following =
                CompletableFuture.supplyAsync(
                    () -> {
                      LedgerChecks.follow(db, 5);
                      return true;
                    },
                    threads);
            awaitWaiting(() -> waiting() == 2 || following.isDone());
            return List.of(step, following);
          });
      assertThat(both).allSatisfy(done -> assertThat(done.join()).isTrue());
      while (backlog.step()) {}

      LedgerChecks.assertHolds(app.database());
    } finally {
      app.update("DROP TRIGGER pause ON ledger_backlog");
      app.update("DROP FUNCTION pause()");
      app.update("DELETE FROM event WHERE object_id = '%s'".formatted(refund));
      app.update("INSERT INTO event SELECT * FROM kept");
      app.update(
          "UPDATE refund r SET status = b.status, failure_reason = b.failure_reason FROM refund_before b WHERE b.id = r.id");
      app.update("DROP TABLE kept, refund_before");
    }
  }

  /** Returns the refund whose events were deleted, as its bank does. */
  private static void failKept(Connection connection) throws SQLException {
    Db.update(
        connection,
        "UPDATE refund SET status = 'failed', failure_reason = 'returned' WHERE id IN (SELECT id FROM refund_before)");
    Db.update(
        connection,
        """
        INSERT INTO event (realm_id, id, type, object_id, sequence, body, created_at)
        SELECT realm_id, gen_random_uuid(), 'refund.failed', object_id, 101,
               jsonb_set(body::jsonb, '{data,object,status}', '"failed"')::text, now()
          FROM kept
         LIMIT 1
        """);
  }

  private void awaitWaiting(Callable<Boolean> condition) {
    await().dontCatchUncaughtExceptions().atMost(PATIENCE).until(condition);
  }

  /** Returns the number of transactions that wait for an advisory lock. */
  private int waiting() {
    return app.query(
            "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())")
        .size();
  }

  @Test
  void the_database_refuses_a_change_of_a_transfer_or_a_fact() {
    LedgerChecks.assertHolds(app.database());

    for (String change :
        List.of(
            "UPDATE ledger_transfer SET amount = amount + 1",
            "DELETE FROM ledger_transfer",
            "UPDATE ledger_fact SET amount = 0",
            "DELETE FROM ledger_fact")) {
      assertThatThrownBy(() -> app.update(change))
          .as(change)
          .hasMessageContaining("the ledger is only appended to");
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "a side left out        | BALANCED | UPDATE ledger_balance SET credits = 0 WHERE (role, currency) = ('receivable', 'usd')",
        "a sum edited           | SUMS     | UPDATE ledger_balance SET credits = credits + 1, debits = debits + 1 WHERE (role, currency) = ('pending', 'usd')",
        "a sum of no transfer   | SUMS     | INSERT INTO ledger_balance SELECT realm_id, currency, role, party, day + 400, 5, 5 FROM ledger_balance WHERE role = 'pending' LIMIT 1",
        "a transfer left out    | DERIVED  | DELETE FROM ledger_transfer WHERE :one",
        "a transfer doubled     | DERIVED  | INSERT INTO ledger_transfer SELECT realm_id, source_id, 7, gen_random_uuid(), type, object_id, currency, amount, debit_role, debit_party, credit_role, credit_party, booked_at FROM ledger_transfer WHERE :one",
        "the wrong sign         | DERIVED  | UPDATE ledger_transfer SET (debit_role, debit_party, credit_role, credit_party) = (credit_role, credit_party, debit_role, debit_party) WHERE :one",
        "the wrong currency     | DERIVED  | UPDATE ledger_transfer SET currency = 'chf' WHERE :one",
        "the wrong account      | DERIVED  | UPDATE ledger_transfer SET debit_party = 'cn_other' WHERE :one",
        "the wrong day          | DERIVED  | UPDATE ledger_transfer SET booked_at = booked_at - interval '3 days' WHERE :one",
        "an edit by hand        | DERIVED  | UPDATE ledger_transfer SET amount = amount + 100 WHERE :one",
        "a transfer of nothing  | DERIVED  | UPDATE ledger_transfer SET object_id = gen_random_uuid(), source_id = gen_random_uuid() WHERE :one",
        "a refund forgotten     | REFUNDS  | WITH f AS (DELETE FROM ledger_fact WHERE kind = 'refund_failure' RETURNING object_id) DELETE FROM ledger_transfer WHERE type = 'refund_failure' AND source_id IN (SELECT object_id FROM f)",
        "a refund of more       | REFUNDS  | WITH f AS (UPDATE ledger_fact SET amount = amount + 1 WHERE kind = 'refund' RETURNING object_id) UPDATE ledger_transfer SET amount = amount + 1 WHERE type = 'refund' AND source_id IN (SELECT object_id FROM f)",
        "a bank entry forgotten | PAYMENTS | WITH m AS (DELETE FROM bank_match WHERE id IN (SELECT source_id FROM ledger_transfer t JOIN payment p ON p.id = t.object_id WHERE t.type = 'payment' AND p.status = 'succeeded') RETURNING id) DELETE FROM ledger_transfer WHERE source_id IN (SELECT id FROM m)",
        "a dispute forgotten    | DISPUTES | WITH f AS (DELETE FROM ledger_fact WHERE kind = 'dispute_loss' AND object_id = :summed RETURNING object_id) DELETE FROM ledger_transfer WHERE type = 'dispute_loss' AND object_id IN (SELECT object_id FROM f)",
        "a dispute of more      | DISPUTES | WITH f AS (UPDATE ledger_fact SET amount = amount + 1 WHERE kind = 'dispute_loss' AND object_id = :summed AND sequence = 102 RETURNING object_id) UPDATE ledger_transfer SET amount = amount + 1 WHERE leg = 207 AND object_id IN (SELECT object_id FROM f)",
        "a payment edited       | DERIVED  | UPDATE payment SET amount_captured = amount_captured - 1 WHERE id = (SELECT object_id FROM ledger_transfer WHERE :one)"
      })
  void a_planted_fault_is_found(String fault, Check check, String sql) {
    LedgerChecks.assertHolds(app.database());
    String one =
        "(realm_id, source_id, leg) = (SELECT realm_id, source_id, leg FROM ledger_transfer WHERE type = 'payment' AND debit_role = 'pending' AND amount > 200 ORDER BY source_id LIMIT 1)";

    byHand(sql.replace(":one", one).replace(":summed", "'" + summed + "'"));
    if (!List.of("BALANCED", "SUMS").contains(check.name())) {
      LedgerFaults.sumAgain(db);
    }

    assertThat(VerificationStore.run(db).difference())
        .as(fault)
        .hasValueSatisfying(found -> assertThat(found.check()).isEqualTo(check));
    app.update(
        "SET session_replication_role = replica; DELETE FROM payment; INSERT INTO payment SELECT * FROM payment_before; DELETE FROM bank_match; INSERT INTO bank_match SELECT * FROM bank_match_before; SET session_replication_role = origin");
  }

  /** Changes rows like a person with the rights of the database's owner. */
  private void byHand(String sql) {
    app.sql(connection -> {
      Db.update(connection, "SET session_replication_role = replica");
      int changed = Db.update(connection, sql);
      Db.update(connection, "SET session_replication_role = origin");
      assertThat(changed).as(sql).isPositive();
      return changed;
    });
  }
}
