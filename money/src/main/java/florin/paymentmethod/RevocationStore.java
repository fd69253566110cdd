package florin.paymentmethod;

import florin.db.Db;
import florin.db.DueRows;
import florin.db.DueRows.DueRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The credentials of detached payment methods that a provider still keeps, in PostgreSQL. */
final class RevocationStore {
  private static final String DUE =
      """
      SELECT realm_id, id
        FROM payment_method
       WHERE revoke_at <= ?
       ORDER BY revoke_at
       LIMIT ?
      """;

  /** Takes the row for a while, so that no other node asks the provider at the same time. */
  private static final String TAKE =
      """
      UPDATE payment_method
         SET version = version + 1,
             revoke_at = ?
       WHERE realm_id = ?
         AND id = ?
         AND revoke_at <= ?
      RETURNING *
      """;

  private static final String END =
      """
      UPDATE payment_method
         SET version = version + 1,
             provider = CASE WHEN ? THEN NULL ELSE provider END,
             revoke_at = ?
       WHERE realm_id = ?
         AND id = ?
         AND version = ?
      """;

  private final Db db;

  RevocationStore(Db db) {
    this.db = db;
  }

  List<DueRow> list(Instant now, int most) {
    return DueRows.listRows(db, DUE, now, most);
  }

  /** Returns the method; empty if another node has taken it. */
  Optional<PaymentMethod> take(DueRow due, Instant now, Instant until) {
    return db.transaction(connection ->
        Db.query(connection, TAKE, PaymentMethodStore::read, until, due.realm(), due.id(), now)
            .stream()
            .findFirst());
  }

  /** Removes the credential, which the provider has deleted. */
  void done(PaymentMethod taken) {
    end(taken, true, null);
  }

  /**
   * Keeps the credential, which the provider may still have.
   *
   * @param next when the provider is asked again
   */
  void failed(PaymentMethod taken, Instant next) {
    end(taken, false, next);
  }

  private void end(PaymentMethod taken, boolean isGone, @Nullable Instant next) {
    db.update(END, isGone, next, taken.realm().id(), taken.id().uuid(), taken.state().version());
  }
}
