package florin.books;

import florin.db.Db;

/** Faults that tests plant in a ledger. */
final class LedgerFaults {
  private LedgerFaults() {}

  /** Adds the transfers up again, which hides a fault from the check of the sums. */
  static void sumAgain(Db db) {
    db.update("DELETE FROM ledger_balance");
    db.update(
        """
        INSERT INTO ledger_balance
        SELECT realm_id, currency, role, party, day, sum(debit), sum(credit)
          FROM (SELECT realm_id, currency, debit_role AS role, debit_party AS party, (booked_at AT TIME ZONE 'UTC')::date AS day, amount AS debit, 0 AS credit FROM ledger_transfer
                UNION ALL
                SELECT realm_id, currency, credit_role, credit_party, (booked_at AT TIME ZONE 'UTC')::date, 0, amount FROM ledger_transfer) s
         GROUP BY realm_id, currency, role, party, day
        """);
  }
}
