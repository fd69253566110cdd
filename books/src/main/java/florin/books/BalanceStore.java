package florin.books;

import florin.books.SettledStore.Settled;
import florin.core.Currency;
import florin.core.Id.BalanceTransactionId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Db;
import florin.db.IdTime;
import florin.db.ListQuery;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the ledger for the balance and its transactions. */
public final class BalanceStore {
  /**
   * Sums the days of the accounts: a few rows for each day with payments. Later days have money
   * that becomes available then.
   */
  private static final String LIST =
      """
      SELECT currency,
             party,
             sum(CASE role WHEN 'pending' THEN debits - credits ELSE 0 END)::bigint AS pending,
             sum(CASE role WHEN 'available' THEN debits - credits ELSE 0 END)::bigint AS available,
             sum(CASE role WHEN 'payouts_in_transit' THEN debits - credits ELSE 0 END)::bigint AS in_transit,
             sum(CASE role WHEN 'disputes_held' THEN debits - credits ELSE 0 END)::bigint AS disputed
        FROM ledger_balance
       WHERE realm_id = ?
         AND role IN ('pending', 'available', 'payouts_in_transit', 'disputes_held')
         AND day <= ?
       GROUP BY currency, party
       ORDER BY currency, party
      """;

  private static final String IS_COMPLETE =
      """
      SELECT NOT EXISTS (SELECT FROM ledger_backlog WHERE realm_id = ?) AS complete
      """;

  /** A movement of a closed month belongs to the month that was open when it came. */
  private static final String SELECT =
      """
      SELECT *
        FROM (SELECT t.*,
                     (SELECT l.adjusted_in
                        FROM settlement_line l
                        JOIN ledger_closing c ON c.realm_id = t.realm_id AND c.month = (l.adjusted_in - interval '1 month')::date
                       WHERE l.realm_id = t.realm_id
                         AND l.id = t.source_id
                         AND t.booked_at < c.until_at
                       UNION ALL
                      SELECT b.adjusted_in
                        FROM ledger_booking b
                       WHERE b.realm_id = t.realm_id
                         AND b.source_id = t.source_id) AS adjustment_in
                FROM ledger_transfer t) AS transfer\
      """;

  /** Begins with the few movements that are missing at the provider. */
  private static final String SELECT_MISSING =
      SELECT.replace(
          "FROM ledger_transfer t)",
          "FROM missing_settlement m JOIN ledger_transfer t ON t.realm_id = m.realm_id AND t.id = m.transfer_id)");

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  /** Fees and availability of a payment are shown with the payment's own transaction. */
  private static final String VISIBLE =
      "type NOT IN ('settlement', 'processing_fee', 'conversion')";

  /**
   * The accounts of money that the merchant has, or will have. A transfer between two of them has
   * the sign of the one that comes first.
   */
  private static final List<String> MONEY =
      Stream.of(Chart.AVAILABLE, Chart.PENDING, Chart.BANK).map(Chart::text).toList();

  private static final Set<String> CONNECTORS =
      Set.of(
          Chart.PENDING.text(),
          Chart.AVAILABLE.text(),
          Chart.RECEIVABLE.text(),
          Chart.FEES.text(),
          Chart.CONVERSION.text(),
          Chart.PAYOUTS_IN_TRANSIT.text());

  /** The types of movements whose settlement lines have the object as theirs. */
  private static final Set<MovementType> SETTLED_TYPES =
      Set.of(MovementType.PAYMENT, MovementType.REFUND);

  private final Db db;
  private final SettledStore settled;

  public BalanceStore(Db db) {
    this.db = db;
    this.settled = new SettledStore(db);
  }

  /** The balance of a currency at a connector, in minor units. Each may be below zero. */
  public record ConnectorBalance(
      Currency currency,
      String connector,
      long pending,
      long available,
      long inTransit,
      long disputed) {
    private static ConnectorBalance read(ResultSet row) throws SQLException {
      return new ConnectorBalance(
          Currency.get(row.getString("currency")),
          row.getString("party"),
          row.getLong("pending"),
          row.getLong("available"),
          row.getLong("in_transit"),
          row.getLong("disputed"));
    }
  }

  /** Returns the balances at the end of a day (UTC). */
  public List<ConnectorBalance> listBalances(Realm realm, LocalDate day) {
    return db.list(LIST, ConnectorBalance::read, realm.id(), day);
  }

  /** Returns whether the movements from before the ledger are in it. */
  public boolean isComplete(Realm realm) {
    return db.read(connection -> isComplete(connection, realm));
  }

  static boolean isComplete(Connection connection, Realm realm) throws SQLException {
    return Db.query(connection, IS_COMPLETE, row -> row.getBoolean("complete"), realm.id())
        .getFirst();
  }

  Optional<BalanceTransaction> find(Realm realm, BalanceTransactionId id) {
    return db.findOne(FIND, BalanceStore::read, realm.id(), id.uuid())
        .map(found -> withSettled(realm, List.of(found)).getFirst());
  }

  /**
   * The conditions of a list of transactions.
   *
   * @param source the object whose money moves
   * @param adjustmentIn the month that has the movement as an adjustment
   * @param isMissing whether to return only what no settlement has reported in time
   */
  public record TransactionFilter(
      Optional<MovementType> type,
      Optional<UUID> source,
      Optional<YearMonth> adjustmentIn,
      IdTime.Span created,
      boolean isMissing) {
    private boolean hasParts() {
      return type.isPresent() || adjustmentIn.isPresent();
    }
  }

  /** Returns a page, the newest first: the ids are in the order of the bookings. */
  public Page<BalanceTransaction> list(Realm realm, TransactionFilter filter, PageRequest wanted) {
    Page<BalanceTransaction> page =
        new ListQuery(filter.isMissing() ? SELECT_MISSING : SELECT, realm)
            .and(filter.hasParts() ? Optional.empty() : Optional.of(VISIBLE))
            .and("type = ?", filter.type().map(MovementType::text))
            .and(filter.source().map(BalanceStore::ofObject))
            .and(filter.adjustmentIn().map(month -> adjustmentIn(realm, month)))
            .and("id >= ?", filter.created().from().map(IdTime::first))
            .and("id < ?", filter.created().until().map(IdTime::first))
            .page(db, wanted, BalanceStore::read);
    return new Page<>(withSettled(realm, page.data()), page.hasMore());
  }

  private static String adjustmentIn(Realm realm, YearMonth month) {
    String late = "realm_id = %d AND adjusted_in = '%s'".formatted(realm.id(), month.atDay(1));
    return "source_id IN (SELECT id FROM settlement_line WHERE %s UNION ALL SELECT source_id FROM ledger_booking WHERE %s) AND adjustment_in IS NOT NULL"
        .formatted(late, late);
  }

  /** Adds the fees and the days that settlement lines report about payments and refunds. */
  private List<BalanceTransaction> withSettled(Realm realm, List<BalanceTransaction> all) {
    Map<UUID, List<Settled>> sums =
        settled
            .list(
                realm,
                all.stream()
                    .filter(it -> SETTLED_TYPES.contains(it.type()))
                    .map(it -> it.source().uuid())
                    .collect(Collectors.toSet()))
            .stream()
            .collect(Collectors.groupingBy(Settled::object));
    return all.stream()
        .map(it -> it.withSettled(sums.getOrDefault(it.source().uuid(), List.of())))
        .toList();
  }

  /** Returns a condition for the two indexes by object. The id is no text of a request. */
  private static String ofObject(UUID id) {
    return "(source_id = '%s' AND object_id = source_id OR object_id = '%s' AND object_id <> source_id)"
        .formatted(id, id);
  }

  private static BalanceTransaction read(ResultSet row) throws SQLException {
    MovementType type = MovementType.of(row.getString("type"));
    String debit = row.getString("debit_role");
    String credit = row.getString("credit_role");
    boolean isIn =
        MONEY.stream()
            .filter(role -> role.equals(debit) || role.equals(credit))
            .findFirst()
            .filter(debit::equals)
            .isPresent();
    long amount = row.getLong("amount");
    return new BalanceTransaction(
        new BalanceTransactionId(row.getObject("id", UUID.class)),
        "balance_transaction",
        type,
        isIn ? amount : -amount,
        Optional.empty(),
        Optional.empty(),
        Currency.get(row.getString("currency")),
        party(row, CONNECTORS),
        party(row, Set.of(Chart.BANK.text()))
            .filter(account -> !account.isEmpty())
            .map(UUID::fromString)
            .map(ReceivingAccountId::new),
        Optional.empty(),
        Optional.ofNullable(row.getObject("adjustment_in", LocalDate.class))
            .map(day -> YearMonth.from(day).toString()),
        type.object(row.getObject("object_id", UUID.class)),
        Db.getInstant(row, "booked_at"),
        new Realm(row.getLong("realm_id")).isLive());
  }

  /** Returns the party of the side with one of these roles. */
  private static Optional<String> party(ResultSet row, Set<String> roles) throws SQLException {
    if (roles.contains(row.getString("debit_role"))) {
      return Optional.of(row.getString("debit_party"));
    }
    return roles.contains(row.getString("credit_role"))
        ? Optional.of(row.getString("credit_party"))
        : Optional.empty();
  }
}
