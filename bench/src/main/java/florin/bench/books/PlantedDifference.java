package florin.bench.books;

import florin.books.VerificationStore.Check;
import florin.db.Db;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Faults in the ledger, which the drill plants, and the check that must find each. */
public enum PlantedDifference {
  /** A movement is in the ledger twice, and in the daily sums too. */
  DOUBLED_LEG(
      Check.DERIVED,
      """
      INSERT INTO ledger_transfer
      SELECT realm_id, source_id, leg + 1000, gen_random_uuid(), type, object_id, currency, amount, debit_role, debit_party, credit_role, credit_party, booked_at
        FROM ledger_transfer
       ORDER BY id
       LIMIT 1
      """,
      true),
  /** The sides of a movement are exchanged, in the daily sums too. */
  WRONG_SIGN(
      Check.DERIVED,
      """
      UPDATE ledger_transfer t
         SET debit_role = t.credit_role, debit_party = t.credit_party, credit_role = t.debit_role, credit_party = t.debit_party
       WHERE t.id = (SELECT id FROM ledger_transfer ORDER BY id LIMIT 1)
      """,
      true),
  /** A movement is missing, in the daily sums too. */
  LOST_LEG(
      Check.DERIVED,
      "DELETE FROM ledger_transfer WHERE id = (SELECT id FROM ledger_transfer ORDER BY id LIMIT 1)",
      true),
  /** Only one side of a movement is in the daily sums. */
  ONE_SIDED(
      Check.BALANCED,
      """
      UPDATE ledger_balance
         SET debits = debits + 1
       WHERE ctid = (SELECT ctid FROM ledger_balance LIMIT 1)
      """,
      false),
  /** A movement is in another currency, in the daily sums too. */
  WRONG_CURRENCY(
      Check.DERIVED,
      """
      UPDATE ledger_transfer t
         SET currency = CASE t.currency WHEN 'usd' THEN 'eur' ELSE 'usd' END
       WHERE t.id = (SELECT id FROM ledger_transfer ORDER BY id LIMIT 1)
      """,
      true),
  /** The money of a payout has arrived a second time, in a ledger that is derived from this. */
  PAYOUT_TWICE(
      Check.PAYOUTS,
      """
      INSERT INTO payout_arrival (realm_id, id, payout_id, amount, arrived_at)
      SELECT realm_id, gen_random_uuid(), payout_id, amount, arrived_at
        FROM payout_arrival
       WHERE match_id IS NOT NULL
       LIMIT 1
      """,
      """
      DELETE FROM payout_arrival a
       WHERE a.match_id IS NULL
         AND EXISTS (SELECT FROM payout_arrival m WHERE m.realm_id = a.realm_id AND m.payout_id = a.payout_id AND m.match_id IS NOT NULL)
      """);

  private static final List<String> TABLES = List.of("ledger_transfer", "payout_arrival");

  private static final List<String> ADDED_UP =
      List.of(
          "DELETE FROM ledger_balance",
          """
          INSERT INTO ledger_balance (realm_id, currency, role, party, day, debits, credits)
          SELECT realm_id, currency, role, party, day, sum(debit), sum(credit)
            FROM (SELECT realm_id, currency, debit_role AS role, debit_party AS party, (booked_at AT TIME ZONE 'UTC')::date AS day, amount AS debit, 0 AS credit
                    FROM ledger_transfer
                   UNION ALL
                  SELECT realm_id, currency, credit_role, credit_party, (booked_at AT TIME ZONE 'UTC')::date, 0, amount
                    FROM ledger_transfer) side
           GROUP BY realm_id, currency, role, party, day
          """);

  private final Check check;
  private final String change;
  private final boolean isAddedUp;

  /** Undoes a change of what the ledger is derived from; empty for a change of the ledger. */
  private final Optional<String> undo;

  PlantedDifference(Check check, String change, boolean isAddedUp) {
    this.check = check;
    this.change = change;
    this.isAddedUp = isAddedUp;
    this.undo = Optional.empty();
  }

  PlantedDifference(Check check, String change, String undo) {
    this.check = check;
    this.change = change;
    this.isAddedUp = false;
    this.undo = Optional.of(undo);
  }

  /** Returns the check that must find the fault. */
  Check check() {
    return check;
  }

  /** Returns whether the ledger must be derived again to have the fault. */
  boolean isCause() {
    return undo.isPresent();
  }

  /** Plants the fault as the owner of the tables can: without the triggers that reject changes. */
  void plant(Db db) {
    var statements = new ArrayList<String>();
    statements.add(change);
    statements.addAll(isAddedUp ? ADDED_UP : List.of());
    var _ = db.transaction(connection -> execute(connection, statements));
  }

  /** Undoes a fault that `./florin ledger rebuild` doesn't repair. */
  void undo(Db db) {
    undo.ifPresent(sql -> {
      var _ = db.transaction(connection -> execute(connection, List.of(sql)));
    });
  }

  private static boolean execute(Connection connection, List<String> changes) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String table : TABLES) {
        statement.execute("ALTER TABLE %1$s DISABLE TRIGGER %1$s_stays".formatted(table));
      }
      for (String change : changes) {
        statement.execute(change);
      }
      for (String table : TABLES) {
        statement.execute("ALTER TABLE %1$s ENABLE TRIGGER %1$s_stays".formatted(table));
      }
      return true;
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
