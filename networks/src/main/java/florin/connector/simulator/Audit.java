package florin.connector.simulator;

import florin.connector.OperationRef;
import florin.core.Currency;
import florin.core.Id.AttemptId;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Db;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The network's account statement, which tests compare with Florin's records: the true state of
 * each authorization that reached the network. It only reads, and shares no code with the writer of
 * the ledger. So a bug in one is not repeated in the other.
 */
public final class Audit {
  private static final String STANDINGS =
      """
      SELECT a.reference, a.realm_id, a.currency, a.amount, a.captured, a.reversed,
             CASE WHEN a.due_at <= ? THEN a.due_state ELSE a.state END AS state,
             (SELECT coalesce(sum(m.amount), 0)::bigint
                FROM simulator_operation m
               WHERE m.authorization_reference = a.reference
                 AND m.kind = 'refund'
                 AND CASE WHEN m.due_at <= ? THEN m.due_state ELSE m.state END = 'approved'
             ) AS refunded
        FROM simulator_operation a
       WHERE a.kind = 'authorization'
      """;
  private static final String OF_REALM = STANDINGS + "   AND a.realm_id = ?\n ORDER BY a.reference";
  private static final String OF_REFERENCE = STANDINGS + "   AND a.reference = ?";

  private final Db db;

  public Audit(Db db) {
    this.db = db;
  }

  /**
   * The totals of one authorization.
   *
   * @param approved whether it was approved, even if it was reversed later
   * @param captured the captured amount, zero unless approved
   * @param reversed the amount released by a cancel or by a partial capture
   * @param refunded the refunded amount, without pending and failed refunds
   */
  public record AuthorizationTotals(
      OperationRef reference,
      Realm realm,
      Money amount,
      boolean approved,
      Money captured,
      Money reversed,
      Money refunded) {
    /** Returns the amount that the payer has paid or that is held. */
    public Money net() {
      return approved ? amount.minus(reversed).minus(refunded) : Money.zero(amount.currency());
    }
  }

  /** Returns each authorization of a realm, ordered by reference and so by creation time. */
  public List<AuthorizationTotals> list(Realm realm, Instant now) {
    return db.list(OF_REALM, Audit::standing, now, now, realm.id());
  }

  public Optional<AuthorizationTotals> find(OperationRef reference, Instant now) {
    return db.findOne(OF_REFERENCE, Audit::standing, now, now, reference.id().uuid());
  }

  private static AuthorizationTotals standing(ResultSet row) throws SQLException {
    Currency currency = Currency.get(row.getString("currency"));
    boolean approved = row.getString("state").equals("approved");
    return new AuthorizationTotals(
        new OperationRef(new AttemptId(row.getObject("reference", UUID.class))),
        new Realm(row.getLong("realm_id")),
        new Money(row.getLong("amount"), currency),
        approved,
        new Money(approved ? row.getLong("captured") : 0, currency),
        new Money(row.getLong("reversed"), currency),
        new Money(row.getLong("refunded"), currency));
  }
}
