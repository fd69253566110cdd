package florin.bank.matching;

import florin.bank.matching.Allocation.Held;
import florin.bank.matching.Allocation.Held.Holder;
import florin.core.Currency;
import florin.core.Id;
import florin.core.Id.BankEntryId;
import florin.core.Id.PayoutId;
import florin.core.Id.RefundId;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Db;
import florin.db.Statement;
import florin.db.Write;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The allocations of entries in PostgreSQL. */
public final class MatchStore {
  private static final Statement INSERT =
      Statement.insert(
          "bank_match",
          "id",
          "realm_id bigint, id uuid, entry_id uuid, source_id uuid, holder text, holder_id uuid, amount bigint, created_at timestamptz, refund_id uuid");

  /** Sums the money of an entry by holder; each half uses its own index. */
  private static final String LIST_HELD =
      """
      SELECT m.holder, m.holder_id, sum(m.amount)::bigint AS amount, e.currency
        FROM (SELECT holder, holder_id, amount
                FROM bank_match
               WHERE entry_id = ?
                 AND source_id = entry_id
                 AND realm_id = ?
               UNION ALL
              SELECT holder, holder_id, amount
                FROM bank_match
               WHERE source_id = ?
                 AND source_id <> entry_id
                 AND realm_id = ?) m
        JOIN entry_origin e ON e.realm_id = ? AND e.id = ?
       GROUP BY m.holder, m.holder_id, e.currency
      HAVING sum(m.amount) > 0
       ORDER BY m.holder, m.holder_id
      """;

  /**
   * Lists the entries with which the money of a payment or payout arrived, the newest first; each
   * half uses its own index.
   */
  private static final String LIST_SOURCES =
      """
      SELECT source_id
        FROM (SELECT m.source_id
                FROM bank_match m
               WHERE m.holder_id = ?
                 AND m.realm_id = ?
               UNION
              SELECT m.source_id
                FROM unapplied_funds h
                JOIN bank_match m ON m.holder_id = h.id AND m.realm_id = h.realm_id
               WHERE h.payment_id = ?
                 AND h.realm_id = ?) came
       ORDER BY source_id DESC
       LIMIT ?
      """;

  /**
   * Lists the money that each holder got or lost with some entries, up to a bound for each entry.
   */
  private static final String LIST_SHARES =
      """
      SELECT share.*
        FROM unnest(?::uuid[]) AS asked(id)
       CROSS JOIN LATERAL
             (SELECT m.entry_id, m.holder, m.holder_id, m.refund_id, sum(m.amount)::bigint AS amount
                FROM bank_match m
               WHERE m.entry_id = asked.id
                 AND m.realm_id = ?
               GROUP BY m.entry_id, m.holder, m.holder_id, m.refund_id
              HAVING sum(m.amount) <> 0
               ORDER BY m.holder, m.holder_id, m.refund_id
               LIMIT ?) share
      """;

  /** Finds the payout that has money of an entry, and the sum. A debit gives a negative one. */
  private static final String FIND_PAYOUT_MONEY =
      """
      SELECT holder_id, sum(amount)::bigint AS amount
        FROM (SELECT holder_id, amount
                FROM bank_match
               WHERE entry_id = ?
                 AND source_id = entry_id
                 AND realm_id = ?
                 AND holder = 'payout'
               UNION ALL
              SELECT holder_id, amount
                FROM bank_match
               WHERE source_id = ?
                 AND source_id <> entry_id
                 AND realm_id = ?
                 AND holder = 'payout') m
       GROUP BY holder_id
      HAVING sum(amount) <> 0
       ORDER BY holder_id
       LIMIT 1
      """;

  private static final String LIST_MOVES_OF_HOLDER =
      """
      SELECT m.*
        FROM bank_match m
       WHERE m.holder_id = ?
         AND m.realm_id = ?
       ORDER BY m.id DESC
       LIMIT ?
      """;

  private static final String LIST_MOVES_OF_SOURCE =
      """
      SELECT *
        FROM (SELECT *
                FROM bank_match
               WHERE entry_id = ?
                 AND source_id = entry_id
                 AND realm_id = ?
               UNION ALL
              SELECT *
                FROM bank_match
               WHERE source_id = ?
                 AND source_id <> entry_id
                 AND realm_id = ?) m
       ORDER BY m.id DESC
       LIMIT ?
      """;

  private final Db db;

  public MatchStore(Db db) {
    this.db = db;
  }

  /**
   * An allocation.
   *
   * @param entry the entry that moves the money
   * @param source the entry with which the money arrived
   * @param amount below zero for money taken
   * @param refund the payment's refund that moved the money; only for a payment
   */
  public record MatchRow(
      Realm realm,
      UUID id,
      BankEntryId entry,
      BankEntryId source,
      Holder holder,
      UUID holderId,
      long amount,
      Instant created,
      Optional<RefundId> refund) {}

  static Write insert(MatchRow match) {
    return INSERT.row(
        match.realm().id(),
        match.id(),
        match.entry().uuid(),
        match.source().uuid(),
        match.holder().text(),
        match.holderId(),
        match.amount(),
        match.created(),
        match.refund().map(RefundId::uuid));
  }

  List<Held> listHeld(Realm realm, BankEntryId source) {
    return db.list(
        LIST_HELD,
        MatchStore::readHeld,
        source.uuid(),
        realm.id(),
        source.uuid(),
        realm.id(),
        realm.id(),
        source.uuid());
  }

  /**
   * The money of an entry that a payout has.
   *
   * @param amount below zero for a debit, which a negative payout collected
   */
  record PayoutMoney(PayoutId payout, long amount) {}

  Optional<PayoutMoney> findPayoutMoney(Realm realm, BankEntryId source) {
    return db.findOne(
        FIND_PAYOUT_MONEY,
        row ->
            new PayoutMoney(
                new PayoutId(row.getObject("holder_id", UUID.class)), row.getLong("amount")),
        source.uuid(),
        realm.id(),
        source.uuid(),
        realm.id());
  }

  /** Returns the entries with which the money of a payment or payout arrived, the newest first. */
  List<BankEntryId> listSources(Realm realm, Id holder, int most) {
    return db.list(
        LIST_SOURCES,
        row -> new BankEntryId(row.getObject("source_id", UUID.class)),
        holder.uuid(),
        realm.id(),
        holder.uuid(),
        realm.id(),
        most);
  }

  /**
   * The money that one holder got or lost with an entry.
   *
   * @param amount below zero for lost money
   * @param refund the payment's refund that moved the money; only for a payment
   */
  public record EntryShare(
      BankEntryId entry, Holder holder, UUID holderId, long amount, Optional<RefundId> refund) {
    /** Returns whether a row of the entry without a refund changes this share. */
    boolean isOf(MatchRow row) {
      return holder == row.holder() && holderId.equals(row.holderId()) && refund.isEmpty();
    }
  }

  List<EntryShare> listShares(Realm realm, List<BankEntryId> entries, int mostOfEach) {
    return db.list(
        LIST_SHARES,
        row ->
            new EntryShare(
                new BankEntryId(row.getObject("entry_id", UUID.class)),
                Holder.of(row.getString("holder")),
                row.getObject("holder_id", UUID.class),
                row.getLong("amount"),
                refund(row)),
        entries.stream().map(BankEntryId::uuid).toArray(UUID[]::new),
        realm.id(),
        mostOfEach);
  }

  /** Returns the money that a payment or unapplied funds got and lost, the newest first. */
  List<MatchRow> listMovesOf(Realm realm, UUID holder, int most) {
    return db.list(LIST_MOVES_OF_HOLDER, MatchStore::readMove, holder, realm.id(), most);
  }

  /** Returns the movements of an entry's money, the newest first. */
  List<MatchRow> listMovesOf(Realm realm, BankEntryId source, int most) {
    return db.list(
        LIST_MOVES_OF_SOURCE,
        MatchStore::readMove,
        source.uuid(),
        realm.id(),
        source.uuid(),
        realm.id(),
        most);
  }

  private static MatchRow readMove(ResultSet row) throws SQLException {
    return new MatchRow(
        new Realm(row.getLong("realm_id")),
        row.getObject("id", UUID.class),
        new BankEntryId(row.getObject("entry_id", UUID.class)),
        new BankEntryId(row.getObject("source_id", UUID.class)),
        Holder.of(row.getString("holder")),
        row.getObject("holder_id", UUID.class),
        row.getLong("amount"),
        Db.getInstant(row, "created_at"),
        refund(row));
  }

  private static Optional<RefundId> refund(ResultSet row) throws SQLException {
    return Optional.ofNullable(row.getObject("refund_id", UUID.class)).map(RefundId::new);
  }

  private static Held readHeld(ResultSet row) throws SQLException {
    return new Held(
        Holder.of(row.getString("holder")),
        row.getObject("holder_id", UUID.class),
        new Money(row.getLong("amount"), Currency.get(row.getString("currency"))));
  }
}
