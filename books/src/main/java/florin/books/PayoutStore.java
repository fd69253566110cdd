package florin.books;

import static florin.db.SqlType.BIGINT;
import static florin.db.SqlType.BOOLEAN;
import static florin.db.SqlType.DATE;
import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.books.Payout.Status;
import florin.core.Currency;
import florin.core.Id.PayoutId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Column;
import florin.db.Db;
import florin.db.IdTime;
import florin.db.ListQuery;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Table;
import florin.db.Write;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Payouts and their arrival at the bank, in PostgreSQL. */
public final class PayoutStore {
  private static final Table<Payout> TABLE = new Table<>("payout", "p");

  private static final Column<Payout, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, Payout::realm);
  private static final Column<Payout, PayoutId> ID =
      TABLE.column("id", UUID.as(PayoutId::uuid, PayoutId::new), Payout::id);
  private static final Column<Payout, Integer> VERSION =
      TABLE.column("version", INTEGER, Payout::version);
  private static final Column<Payout, String> CONNECTOR =
      TABLE.column("connector", TEXT, Payout::connector);
  private static final Column<Payout, String> REFERENCE =
      TABLE.column("reference", TEXT, Payout::reference);
  private static final Column<Payout, Status> STATUS =
      TABLE.column("status", TEXT.as(Status::text, Status::of), Payout::status);
  private static final Column<Payout, Currency> CURRENCY =
      TABLE.column("currency", TEXT.as(Currency::code, Currency::get), Payout::currency);
  private static final Column<Payout, Long> AMOUNT = TABLE.column("amount", BIGINT, Payout::amount);
  private static final Column<Payout, Optional<String>> BANK_REFERENCE =
      TABLE.optional("bank_reference", TEXT, Payout::bankReference);
  private static final Column<Payout, LocalDate> ARRIVES_ON =
      TABLE.column("arrives_on", DATE, Payout::arrivesOn);
  private static final Column<Payout, Optional<String>> FAILURE =
      TABLE.optional("failure", TEXT, Payout::failure);
  private static final Column<Payout, Boolean> HAS_ALL_LINES =
      TABLE.column("has_all_lines", BOOLEAN, Payout::hasAllLines);
  private static final Column<Payout, Long> ARRIVED_AMOUNT =
      TABLE.column("arrived_amount", BIGINT, Payout::arrivedAmount);
  private static final Column<Payout, Optional<ReceivingAccountId>> ACCOUNT =
      TABLE.optional(
          "receiving_account_id",
          UUID.as(ReceivingAccountId::uuid, ReceivingAccountId::new),
          Payout::account);
  private static final Column<Payout, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, Payout::created);
  private static final Column<Payout, Optional<Instant>> ARRIVED_AT =
      TABLE.optional("arrived_at", TIMESTAMPTZ, Payout::arrivedAt);

  private static final RecordStatement<Payout> INSERT = TABLE.insertWithout();

  /** Updates the row if its version is still the one that was read. */
  private static final RecordStatement<Payout> UPDATE =
      TABLE.update(
          "payout.update",
          STATUS,
          AMOUNT,
          BANK_REFERENCE,
          ARRIVES_ON,
          FAILURE,
          HAS_ALL_LINES,
          ARRIVED_AMOUNT,
          ACCOUNT,
          ARRIVED_AT);

  private static final Table<Arrival> ARRIVALS = new Table<>("payout_arrival", "a");

  private static final RecordStatement<Arrival> INSERT_ARRIVAL;

  static {
    ARRIVALS.column("realm_id", SqlType.REALM, Arrival::realm);
    ARRIVALS.column("id", UUID, Arrival::id);
    ARRIVALS.column("payout_id", UUID, arrival -> arrival.payout().uuid());
    ARRIVALS.optional("match_id", UUID, arrival -> arrival.account().map(_ -> arrival.id()));
    ARRIVALS.optional(
        "receiving_account_id", UUID, arrival -> arrival.account().map(ReceivingAccountId::uuid));
    ARRIVALS.column("amount", BIGINT, Arrival::amount);
    ARRIVALS.column("arrived_at", TIMESTAMPTZ, Arrival::at);
    INSERT_ARRIVAL = ARRIVALS.insertWithout();
  }

  private static final String SELECT = "SELECT * FROM payout";

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  private static final String FIND_REFERENCES =
      SELECT + " WHERE realm_id = ? AND connector = ? AND reference = ANY (?)";

  /** Lists matches of bank entries since a time that payouts don't count yet. */
  private static final String NEW_MATCHES =
      """
      SELECT m.realm_id, m.id, m.payout_id, m.amount, e.receiving_account_id, m.created_at
        FROM match_for_payout m
        JOIN entry_for_ledger e ON e.realm_id = m.realm_id AND e.id = m.entry_id
       WHERE m.id >= ?
         AND NOT EXISTS (SELECT FROM payout_arrival a WHERE a.realm_id = m.realm_id AND a.id = m.id)
       ORDER BY m.id
       LIMIT ?
      """;

  /** Whether a payout came back and left again, so that its amount is out once. */
  private static final String FIND_SENT_AGAIN =
      """
      SELECT
        FROM settlement_line
       WHERE realm_id = ?
         AND object_id = ?
         AND type IN ('payout', 'payout_failure')
      HAVING bool_or(type = 'payout_failure')
         AND sum(gross) = -?::bigint
      """;

  private static final String CLOSABLE =
      """
      SELECT p.*
        FROM payout p
       WHERE p.status = 'arrived'
         AND p.has_all_lines
         AND p.amount = (
             SELECT coalesce(sum(o.net), 0)
               FROM payout_part o
              WHERE o.realm_id = p.realm_id
                AND o.payout_id = p.id)
       ORDER BY p.realm_id, p.id
       LIMIT ?
      """;

  private final Db db;

  /**
   * Money of a payout that arrived at the bank, or left it again.
   *
   * @param id that of the match of the bank entry, or any id if a person confirmed it
   * @param account empty if a person confirmed it
   */
  record Arrival(
      Realm realm,
      java.util.UUID id,
      PayoutId payout,
      Optional<ReceivingAccountId> account,
      long amount,
      Instant at) {}

  /** The conditions of a list of payouts. */
  public record PayoutFilter(
      Optional<Status> status, Optional<String> connector, IdTime.Span created) {}

  public PayoutStore(Db db) {
    this.db = db;
  }

  static Write insert(Payout payout) {
    return INSERT.row(payout);
  }

  static Write update(Payout payout) {
    return UPDATE.row(payout);
  }

  static Write insert(Arrival arrival) {
    return INSERT_ARRIVAL.row(arrival);
  }

  public Optional<Payout> find(Realm realm, PayoutId id) {
    return db.findOne(FIND, PayoutStore::read, realm.id(), id.uuid());
  }

  List<Payout> list(Realm realm, String connector, Collection<String> references) {
    return db.list(
        FIND_REFERENCES,
        PayoutStore::read,
        realm.id(),
        connector,
        references.toArray(String[]::new));
  }

  /** Returns whether the lines of a payout show that it came back and was sent again. */
  boolean isSentAgain(Payout payout) {
    return db.findOne(
            FIND_SENT_AGAIN, _ -> true, payout.realm().id(), payout.id().uuid(), payout.amount())
        .isPresent();
  }

  /** Returns a page, the newest first. */
  public Page<Payout> list(Realm realm, PayoutFilter filter, PageRequest page) {
    return new ListQuery(SELECT, realm)
        .and("status = ?", filter.status().map(Status::text))
        .and("connector = ?", filter.connector())
        .createdIn(filter.created())
        .page(db, page, PayoutStore::read);
  }

  List<Arrival> listNewMatches(Instant since, int limit) {
    return db.list(
        NEW_MATCHES,
        row ->
            new Arrival(
                new Realm(row.getLong("realm_id")),
                row.getObject("id", java.util.UUID.class),
                new PayoutId(row.getObject("payout_id", java.util.UUID.class)),
                Optional.of(
                    new ReceivingAccountId(
                        row.getObject("receiving_account_id", java.util.UUID.class))),
                row.getLong("amount"),
                Db.getInstant(row, "created_at")),
        IdTime.first(since),
        limit);
  }

  /** Returns payouts that have arrived, and whose lines add up to their amounts. */
  List<Payout> listClosable(int limit) {
    return db.list(CLOSABLE, PayoutStore::read, limit);
  }

  static Payout read(ResultSet row) throws SQLException {
    return new Payout(
        REALM.of(row),
        ID.of(row),
        VERSION.of(row),
        CONNECTOR.of(row),
        REFERENCE.of(row),
        STATUS.of(row),
        CURRENCY.of(row),
        AMOUNT.of(row),
        BANK_REFERENCE.of(row),
        ARRIVES_ON.of(row),
        FAILURE.of(row),
        HAS_ALL_LINES.of(row),
        ARRIVED_AMOUNT.of(row),
        ACCOUNT.of(row),
        CREATED_AT.of(row),
        ARRIVED_AT.of(row));
  }
}
