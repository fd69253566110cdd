package florin.books;

import static org.assertj.core.api.Assertions.assertThat;

import florin.books.VerificationStore.Check;
import florin.books.VerificationStore.Difference;
import florin.db.Db;
import florin.testing.TakesLong;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random lives, with a projection that dies between any two steps. Afterwards debits equal credits,
 * the daily sums are those of the transfers, the balances are those of a model that the lives keep
 * by hand, and the ledger that is derived again from nothing has the same rows. `-Dledger.life=`
 * repeats lives by the seed of a failure.
 */
@TakesLong
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LedgerLivesTest {
  private static final Long ONE = Long.getLong("ledger.life");
  private static final long SEED = Long.getLong("ledger.seed", new Random().nextLong());
  private static final int LIVES = Integer.getInteger("ledger.lives", 200);
  private static final int MANY = 10_000;
  private static final int STEPS = 10;

  /** A seed whose lives have all kinds of movements. */
  private static final long RICH = 38;

  private static final List<String> CHANGED_BY_FAULTS =
      List.of(
          "ledger_transfer",
          "ledger_balance",
          "payment",
          "payout",
          "payout_line",
          "payout_arrival",
          "bank_match");

  private static final String ROWS =
      "SELECT t::text AS line FROM ledger_transfer t UNION ALL SELECT b::text FROM ledger_balance b ORDER BY 1";

  private final LedgerWorld world = new LedgerWorld();
  private final Db db = world.db;

  @AfterAll
  void close() {
    world.close();
  }

  @Test
  void any_life_gives_the_balances_of_the_model_and_the_same_rows_again() {
    live(LIVES);
  }

  @Tag("drill")
  @Test
  void ten_thousand_lives_give_the_balances_of_the_model() {
    live(MANY);
  }

  private void live(int lives) {
    if (ONE != null) {
      check(ONE);
      return;
    }
    System.out.println("ledger lives: -Dledger.seed=" + SEED);
    var seeds = new Random(SEED);
    for (int i = 0; i < lives; i += LedgerWorld.SIDE_BY_SIDE) {
      check(seeds.nextLong());
    }
  }

  private void check(long seed) {
    LedgerModel model = world.live(seed, STEPS);

    String again = "-Dledger.life=" + seed;
    assertThat(VerificationStore.run(db).difference()).as(again).isEmpty();
    assertThat(LedgerModel.of(db)).as(again).isEqualTo(model.balances());
    List<String> rows = rows();
    world.rebuild();
    assertThat(rows()).as(again).isEqualTo(rows);
  }

  private List<String> rows() {
    return db.list(ROWS, row -> row.getString("line"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "a leg left out                   | DERIVED | is missing    | DELETE FROM ledger_transfer WHERE :fee",
        "a leg doubled                    | DERIVED | has no cause  | INSERT INTO ledger_transfer SELECT realm_id, source_id, leg + 1000, gen_random_uuid(), type, object_id, currency, amount, debit_role, debit_party, credit_role, credit_party, booked_at FROM ledger_transfer WHERE :fee",
        "a wrong sign                     | DERIVED | its cause has | UPDATE ledger_transfer SET (debit_role, debit_party, credit_role, credit_party) = (credit_role, credit_party, debit_role, debit_party) WHERE :fee",
        "a wrong currency                 | DERIVED | chf           | UPDATE ledger_transfer SET currency = 'chf' WHERE :fee",
        "an edit by hand                  | DERIVED | its cause has | UPDATE ledger_transfer SET amount = amount + 100 WHERE :fee",
        "a payout matched twice           | PAYOUTS | is closed with | WITH a AS (SELECT * FROM payout_arrival WHERE payout_id = :closed AND match_id IS NOT NULL LIMIT 1), twice AS (UPDATE payout p SET arrived_amount = 2 * p.arrived_amount FROM a WHERE p.id = a.payout_id RETURNING p.realm_id), m AS (INSERT INTO bank_match SELECT m.realm_id, '00000000-0000-0000-0000-000000000038', m.entry_id, m.source_id, m.holder, m.holder_id, m.refund_id, m.amount, m.created_at FROM bank_match m JOIN a ON m.id = a.match_id RETURNING id) INSERT INTO payout_arrival SELECT a.realm_id, m.id, a.payout_id, m.id, a.receiving_account_id, a.amount, a.arrived_at FROM a, m",
        "a line of a payout missing       | PAYOUTS | its lines     | DELETE FROM payout_line WHERE payout_id = :closed AND line_id = (SELECT min(line_id::text)::uuid FROM payout_line WHERE payout_id = :closed)",
        "a daily sum edited               | SUMS    | daily sums    | UPDATE ledger_balance SET (debits, credits) = (debits + 1, credits + 1) WHERE (realm_id, currency, role, party, day) = (SELECT realm_id, currency, role, party, day FROM ledger_balance ORDER BY 1, 2, 3, 4, 5 LIMIT 1)",
        "a transfer of an unknown payment | DERIVED | has no cause  | INSERT INTO ledger_transfer SELECT realm_id, 'ffffffff-0000-0000-0000-000000000038', leg, gen_random_uuid(), 'payment', 'ffffffff-0000-0000-0000-000000000038', currency, amount, debit_role, debit_party, credit_role, credit_party, booked_at FROM ledger_transfer WHERE :fee",
        "a ledger ahead of its payment    | DERIVED | has no cause  | UPDATE payment SET status = 'requires_capture', amount_capturable = amount_captured, amount_captured = 0, captured_at = NULL WHERE id = (SELECT id FROM payment WHERE amount_captured > 0 AND method_type = 'card' AND provider IS NULL ORDER BY id LIMIT 1)"
      })
  void a_planted_fault_is_found_by_name(String fault, Check check, String problem, String sql) {
    keep();
    String fee =
        "(realm_id, source_id, leg) = (SELECT realm_id, source_id, leg FROM ledger_transfer WHERE type = 'processing_fee' ORDER BY source_id LIMIT 1)";
    String closed =
        "(SELECT p.id FROM payout p JOIN payout_arrival a ON a.payout_id = p.id JOIN bank_match m ON m.id = a.match_id WHERE p.status = 'closed' AND a.amount = p.amount ORDER BY p.id LIMIT 1)";

    byHand(sql.replace(":fee", fee).replace(":closed", closed));
    if (check == Check.PAYOUTS) {
      world.rebuild();
    } else if (check != Check.SUMS) {
      LedgerFaults.sumAgain(db);
    }

    Optional<Difference> found = VerificationStore.run(db).difference();
    restore();

    assertThat(found)
        .as(fault)
        .hasValueSatisfying(it -> {
          assertThat(it.check()).isEqualTo(check);
          assertThat(it.problem()).contains(problem);
        });
    assertThat(VerificationStore.run(db).difference()).isEmpty();
  }

  /** Makes the lives of the faults, unless an earlier fault has. */
  private void keep() {
    if (db.list(
            "SELECT to_regclass('kept_payment') AS kept",
            row -> String.valueOf(row.getString("kept")))
        .getFirst()
        .equals("null")) {
      world.live(RICH, 4 * STEPS);
      CHANGED_BY_FAULTS.forEach(
          table -> db.update("CREATE TABLE kept_%1$s AS SELECT * FROM %1$s".formatted(table)));
    }
  }

  private void restore() {
    db.update(
        "SET session_replication_role = replica; "
            + String.join(
                "; ",
                CHANGED_BY_FAULTS.stream()
                    .map(table ->
                        "DELETE FROM %1$s; INSERT INTO %1$s SELECT * FROM kept_%1$s"
                            .formatted(table))
                    .toList())
            + "; SET session_replication_role = origin");
  }

  /** Changes rows like a person with the rights of the database's owner. */
  private void byHand(String sql) {
    int changed =
        db.transaction(connection -> {
          Db.update(connection, "SET LOCAL session_replication_role = replica");
          return Db.update(connection, sql);
        });
    assertThat(changed).as(sql).isPositive();
  }
}
