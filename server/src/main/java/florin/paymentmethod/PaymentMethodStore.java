package florin.paymentmethod;

import florin.db.Statement;
import florin.db.Write;
import florin.vault.SealedPan;

/** Payment methods in PostgreSQL. */
public final class PaymentMethodStore {
  private static final Statement INSERT =
      Statement.insert(
          "payment_method",
          "id",
          """
          realm_id bigint, id uuid, type text, brand text, last4 text, exp_month integer, exp_year integer, funding text,
          fingerprint text, vault_version integer, vault_pan bytea, created_at timestamptz\
          """);

  private PaymentMethodStore() {}

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
