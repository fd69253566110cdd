package florin.paymentmethod;

import florin.core.Id.PaymentMethodId;
import florin.core.Realm;
import florin.db.Db;
import florin.db.Statement;
import florin.db.Write;
import florin.vault.SealedPan;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Payment methods in PostgreSQL. */
public final class PaymentMethodStore {
  private static final String FIND = "SELECT * FROM payment_method WHERE realm_id = ? AND id = ?";

  private static final Statement INSERT =
      Statement.insert(
          "payment_method",
          "id",
          """
          realm_id bigint, id uuid, type text, brand text, last4 text, exp_month integer, exp_year integer, funding text,
          fingerprint text, vault_version integer, vault_pan bytea, created_at timestamptz\
          """);

  private final Db db;

  public PaymentMethodStore(Db db) {
    this.db = db;
  }

  /** What is kept to charge a card again. */
  record Kept(int expMonth, int expYear, Optional<SealedPan> pan) {}

  Optional<Kept> find(Realm realm, PaymentMethodId id) {
    return db.findOne(FIND, PaymentMethodStore::read, realm.id(), id.uuid());
  }

  private static Kept read(ResultSet row) throws SQLException {
    byte[] sealed = row.getBytes("vault_pan");
    return new Kept(
        row.getInt("exp_month"),
        row.getInt("exp_year"),
        sealed == null
            ? Optional.empty()
            : Optional.of(new SealedPan(row.getInt("vault_version"), sealed)));
  }

  public static Write insert(PaymentMethod method) {
    CardSummary card = method.card();
    return INSERT.row(
        method.realm().id(),
        method.id().uuid(),
        "card",
        card.brand().text(),
        card.last4(),
        card.expMonth(),
        card.expYear(),
        card.funding().text(),
        card.fingerprint(),
        method.pan().map(SealedPan::keyVersion),
        method.pan().map(SealedPan::bytes),
        method.created());
  }
}
