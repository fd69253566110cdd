package florin.books;

import florin.books.fee.ExpectedFees;
import florin.books.fee.FeeContractStore;
import florin.books.fee.FeeContracts;
import florin.books.fee.FeeContracts.PricedPayment;
import florin.connector.SettlementLine;
import florin.core.Currency;
import florin.core.Id;
import florin.core.Realm;
import florin.core.RealmClock;
import florin.db.Db;
import florin.db.IdTime;
import florin.vault.Brand;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads the money at the simulator that no settlement has reported. */
final class UnsettledStore {
  /** The fee of a payment without a contract: 1.4 percent and 25 minor units. */
  private static final long FEE_BASIS_POINTS = 140;

  private static final long FEE_FIXED = 25;

  private static final String REALMS =
      """
      SELECT DISTINCT realm_id
        FROM ledger_balance
       WHERE role = 'pending'
         AND party = 'simulator'
         AND day >= ?
         AND realm_id >= ?
         AND realm_id <= ?
      """;

  private static final String OLDEST =
      """
      SELECT min(t.booked_at) AS booked_at
        FROM ledger_transfer t
       WHERE t.realm_id = ?
         AND t.type IN ('payment', 'refund', 'refund_failure', 'dispute', 'dispute_loss')
         AND (t.debit_role, t.debit_party) IN (('pending', 'simulator'), ('disputes_held', 'simulator'), ('dispute_losses', 'simulator'), ('receivable', 'simulator'))
         AND (t.credit_role, t.credit_party) IN (('pending', 'simulator'), ('disputes_held', 'simulator'), ('dispute_losses', 'simulator'), ('receivable', 'simulator'))
         AND NOT EXISTS (
             SELECT
               FROM settlement_line l
              WHERE l.realm_id = t.realm_id
                AND l.connector = 'simulator'
                AND l.reference = t.id::text)
      """;

  private static final String UNSETTLED =
      """
      SELECT t.id, t.type, t.object_id, t.currency, CASE t.debit_role WHEN 'pending' THEN t.amount ELSE -t.amount END AS moved, t.booked_at, f.brand, f.country
        FROM ledger_transfer t
        LEFT JOIN payment_for_fees f ON f.realm_id = t.realm_id AND f.id = t.object_id
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
  private final ExpectedFees fees;

  UnsettledStore(Db db) {
    this.db = db;
    this.fees = new ExpectedFees(new FeeContractStore(db));
  }

  /**
   * Money that moved at the simulator, and that no settlement has reported.
   *
   * @param fee that of the contract for a payment, or the simulator's own
   */
  record Unsettled(
      UUID id,
      MovementType type,
      UUID object,
      Currency currency,
      long moved,
      long fee,
      Instant booked) {
    private static Unsettled read(ResultSet row, FeeContracts contracts) throws SQLException {
      MovementType type = MovementType.of(row.getString("type"));
      Currency currency = Currency.get(row.getString("currency"));
      long moved = row.getLong("moved");
      Instant booked = Db.getInstant(row, "booked_at");
      var payment =
          new PricedPayment(
              SimulatedSettlements.CONNECTOR,
              Optional.ofNullable(row.getString("brand")).map(Brand::ofText),
              Optional.ofNullable(row.getString("country")),
              currency,
              moved,
              LocalDate.ofInstant(booked, ZoneOffset.UTC));
      return new Unsettled(
          row.getObject("id", UUID.class),
          type,
          row.getObject("object_id", UUID.class),
          currency,
          moved,
          type == MovementType.PAYMENT
              ? contracts.expected(payment).orElseGet(() -> ownFee(moved))
              : 0,
          booked);
    }

    private static long ownFee(long amount) {
      return Math.min(amount, Math.ceilDiv(amount * FEE_BASIS_POINTS, 10_000) + FEE_FIXED);
    }

    SettlementLine line(Instant available, Optional<String> payout) {
      return new SettlementLine(
          id.toString(),
          lineType(),
          Optional.<Id>of(type.object(object)),
          currency,
          moved,
          fee,
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

    long net() {
      return moved - fee;
    }
  }

  /** Returns the realms in which money moved at the simulator since a day. */
  List<Realm> listRealms(LocalDate from) {
    return db.list(
        REALMS,
        row -> new Realm(row.getLong("realm_id")),
        from,
        RealmClock.firstRealm(),
        RealmClock.lastRealm());
  }

  /** Returns when the oldest money of a realm moved that no settlement has reported. */
  Optional<Instant> findOldest(Realm realm) {
    return db.findTime(OLDEST, realm.id());
  }

  /** Returns the movements of a time that no settlement has reported, the oldest first. */
  List<Unsettled> list(Realm realm, Instant from, Instant until, int limit) {
    FeeContracts contracts = fees.contracts(realm, List.of(SimulatedSettlements.CONNECTOR));
    return db.list(
        UNSETTLED,
        row -> Unsettled.read(row, contracts),
        realm.id(),
        IdTime.first(from),
        until,
        limit);
  }
}
