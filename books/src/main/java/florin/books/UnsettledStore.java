package florin.books;

import florin.connector.SettlementLine;
import florin.core.Currency;
import florin.core.Id;
import florin.core.Realm;
import florin.db.Db;
import florin.db.IdTime;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads the money at the simulator that no settlement has reported. */
final class UnsettledStore {
  /** The fee of a payment: 1.4 percent and 25 minor units. */
  private static final long FEE_BASIS_POINTS = 140;

  private static final long FEE_FIXED = 25;

  private static final String REALMS =
      """
      SELECT DISTINCT realm_id
        FROM ledger_balance
       WHERE role = 'pending'
         AND party = 'simulator'
         AND day >= ?
      """;

  private static final String UNSETTLED =
      """
      SELECT t.id, t.type, t.object_id, t.currency, CASE t.debit_role WHEN 'pending' THEN t.amount ELSE -t.amount END AS moved, t.booked_at
        FROM ledger_transfer t
       WHERE t.realm_id = ?
         AND t.id >= ?
         AND t.booked_at < ?
         AND t.type IN ('payment', 'refund', 'refund_failure', 'dispute', 'dispute_loss')
         AND (t.debit_role, t.debit_party) IN (('pending', 'simulator'), ('disputes_held', 'simulator'), ('dispute_losses', 'simulator'), ('receivable', 'simulator'))
         AND (t.credit_role, t.credit_party) IN (('pending', 'simulator'), ('disputes_held', 'simulator'), ('dispute_losses', 'simulator'), ('receivable', 'simulator'))
         AND NOT EXISTS (
             SELECT
               FROM settlement_line l
              WHERE l.realm_id = t.realm_id
                AND l.connector = 'simulator'
                AND l.reference = t.id::text)
       ORDER BY t.id
       LIMIT ?
      """;

  private final Db db;

  UnsettledStore(Db db) {
    this.db = db;
  }

  /** Money that moved at the simulator, and that no settlement has reported. */
  record Unsettled(
      UUID id, MovementType type, UUID object, Currency currency, long moved, Instant booked) {
    private static Unsettled read(ResultSet row) throws SQLException {
      return new Unsettled(
          row.getObject("id", UUID.class),
          MovementType.of(row.getString("type")),
          row.getObject("object_id", UUID.class),
          Currency.get(row.getString("currency")),
          row.getLong("moved"),
          Db.getInstant(row, "booked_at"));
    }

    SettlementLine line(Instant available, Optional<String> payout) {
      return new SettlementLine(
          id.toString(),
          lineType(),
          Optional.<Id>of(type.object(object)),
          currency,
          moved,
          fee(),
          0,
          Optional.empty(),
          "",
          booked,
          available,
          payout);
    }

    private SettlementLine.Type lineType() {
      return switch (type) {
        case PAYMENT -> SettlementLine.Type.PAYMENT;
        case REFUND -> SettlementLine.Type.REFUND;
        case REFUND_FAILURE -> SettlementLine.Type.REFUND_FAILURE;
        default -> SettlementLine.Type.DISPUTE;
      };
    }

    private long fee() {
      return type == MovementType.PAYMENT
          ? Math.min(moved, Math.ceilDiv(moved * FEE_BASIS_POINTS, 10_000) + FEE_FIXED)
          : 0;
    }

    long net() {
      return moved - fee();
    }
  }

  /** Returns the realms in which money moved at the simulator since a day. */
  List<Realm> listRealms(LocalDate from) {
    return db.list(REALMS, row -> new Realm(row.getLong("realm_id")), from);
  }

  /** Returns the movements of a time that no settlement has reported, the oldest first. */
  List<Unsettled> list(Realm realm, Instant from, Instant until, int limit) {
    return db.list(UNSETTLED, Unsettled::read, realm.id(), IdTime.first(from), until, limit);
  }
}
