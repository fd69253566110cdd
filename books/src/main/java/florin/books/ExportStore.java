package florin.books;

import florin.books.MonthReport.Period;
import florin.core.Currency;
import florin.core.Id;
import florin.core.Id.BalanceTransactionId;
import florin.core.Realm;
import florin.db.Db;
import florin.db.IdTime;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

/** Reads the ledger for an export, in the order of the bookings. */
final class ExportStore {
  /** The transfers of one query. */
  static final int PAGE = 5_000;

  private static final String TRANSFERS =
      """
      SELECT id, type, object_id, currency, amount, debit_role, debit_party, credit_role, credit_party, booked_at
        FROM ledger_transfer
       WHERE realm_id = ?
         AND id > ?
         AND id < ?
       ORDER BY realm_id, id
       LIMIT ?
      """;

  /**
   * Selects the transfers of a month as its reports count them. A movement of a closed month that
   * came later belongs to the month that was open then.
   */
  private static final String OF_MONTH =
      """
      (SELECT id, type, object_id, currency, amount, debit_role, debit_party, credit_role, credit_party, booked_at
         FROM ledger_transfer
        WHERE realm_id = ?
          AND id > ?
          AND id < ?
          AND source_id IN (SELECT id FROM settlement_line WHERE realm_id = ? AND adjusted_in = ?)
        ORDER BY realm_id, id
        LIMIT ?)
       UNION ALL
      (SELECT id, type, object_id, currency, amount, debit_role, debit_party, credit_role, credit_party, booked_at
         FROM ledger_transfer t
        WHERE realm_id = ?
          AND id > greatest(?, ?)
          AND id < ?
          AND NOT EXISTS (SELECT FROM settlement_line l WHERE l.realm_id = ? AND l.id = t.source_id AND l.adjusted_in > ?)
        ORDER BY realm_id, id
        LIMIT ?)
       ORDER BY id
       LIMIT ?
      """;

  private static final String ACCOUNTS =
      """
      SELECT role, party
        FROM ledger_balance
       WHERE realm_id = ?
       GROUP BY role, party
       ORDER BY role, party
      """;

  private final Db db;

  ExportStore(Db db) {
    this.db = db;
  }

  /** An account: a kind and, for most kinds, a connector or a receiving account. */
  record LedgerAccount(Chart role, String party) {}

  record Transfer(
      BalanceTransactionId id,
      MovementType type,
      Id object,
      Currency currency,
      long amount,
      LedgerAccount debit,
      LedgerAccount credit,
      Instant booked) {
    private static Transfer read(ResultSet row) throws SQLException {
      MovementType type = MovementType.of(row.getString("type"));
      return new Transfer(
          new BalanceTransactionId(row.getObject("id", UUID.class)),
          type,
          type.object(row.getObject("object_id", UUID.class)),
          Currency.get(row.getString("currency")),
          row.getLong("amount"),
          new LedgerAccount(Chart.of(row.getString("debit_role")), row.getString("debit_party")),
          new LedgerAccount(Chart.of(row.getString("credit_role")), row.getString("credit_party")),
          Db.getInstant(row, "booked_at"));
    }
  }

  /** Returns the accounts that any transfer names. */
  List<LedgerAccount> listAccounts(Realm realm) {
    return db.list(
        ACCOUNTS,
        row -> new LedgerAccount(Chart.of(row.getString("role")), row.getString("party")),
        realm.id());
  }

  /** Returns the transfers of a month after an id, with the adjustments of closed months first. */
  List<Transfer> listOfMonth(Realm realm, Period period, UUID after) {
    long id = realm.id();
    LocalDate month = period.month().atDay(1);
    UUID from = IdTime.first(period.from());
    UUID until = IdTime.first(period.until());
    return db.list(
        OF_MONTH,
        Transfer::read,
        id,
        after,
        from,
        id,
        month,
        PAGE,
        id,
        after,
        from,
        until,
        id,
        month,
        PAGE,
        PAGE);
  }

  /** Returns the transfers between two ids. */
  List<Transfer> listBetween(Realm realm, UUID after, UUID end) {
    return db.list(TRANSFERS, Transfer::read, realm.id(), after, end, PAGE);
  }
}
