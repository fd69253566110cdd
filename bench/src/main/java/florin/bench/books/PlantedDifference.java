package florin.bench.books;

import florin.books.VerificationStore.Check;
import florin.db.Db;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

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
      false);

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

  PlantedDifference(Check check, String change, boolean isAddedUp) {
    this.check = check;
    this.change = change;
    this.isAddedUp = isAddedUp;
  }

  /** Returns the check that must find the fault. */
  Check check() {
    return check;
  }

  /** Plants the fault as the owner of the tables can: without the trigger that rejects changes. */
  void plant(Db db) {
    var _ = db.transaction(this::plant);
  }

  private boolean plant(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("ALTER TABLE ledger_transfer DISABLE TRIGGER ledger_transfer_stays");
      statement.execute(change);
      for (String sum : isAddedUp ? ADDED_UP : List.<String>of()) {
        statement.execute(sum);
      }
      return statement.execute("ALTER TABLE ledger_transfer ENABLE TRIGGER ledger_transfer_stays");
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
