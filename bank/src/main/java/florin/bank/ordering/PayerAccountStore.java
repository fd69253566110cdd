package florin.bank.ordering;

import florin.core.Id.BankEntryId;
import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.db.Db;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The accounts from which the money of a payment came, in PostgreSQL. */
public final class PayerAccountStore {
  /** Lists the entries whose money the payment has. */
  private static final String LIST_SOURCES =
      """
      SELECT e.id, e.party, e.party_iban_sealed
        FROM payment_match m
        JOIN entry_origin e ON e.realm_id = m.realm_id AND e.id = m.source_id
       WHERE m.payment_id = ?
         AND m.realm_id = ?
         AND NOT e.debit
       GROUP BY e.id, e.party, e.party_iban_sealed
      HAVING sum(m.amount) > 0
       ORDER BY e.id
       LIMIT ?
      """;

  private final Db db;

  public PayerAccountStore(Db db) {
    this.db = db;
  }

  /**
   * An entry that brought money.
   *
   * @param sealedIban the payer's IBAN, encrypted for the entry; empty if the bank does not report
   *     it
   */
  record MoneySource(BankEntryId entry, Optional<String> party, Optional<String> sealedIban) {
    private static MoneySource read(ResultSet row) throws SQLException {
      return new MoneySource(
          new BankEntryId(row.getObject("id", UUID.class)),
          Optional.ofNullable(row.getString("party")),
          Optional.ofNullable(row.getString("party_iban_sealed")));
    }
  }

  List<MoneySource> listSources(Realm realm, PaymentId payment, int most) {
    return db.list(LIST_SOURCES, MoneySource::read, payment.uuid(), realm.id(), most);
  }
}
