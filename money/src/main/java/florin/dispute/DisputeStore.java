package florin.dispute;

import static florin.db.SqlType.BIGINT;
import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.connector.ConnectorName;
import florin.connector.ProviderDispute.DisputeStatus;
import florin.core.Currency;
import florin.core.Id.DisputeId;
import florin.core.Id.PaymentId;
import florin.core.Money;
import florin.core.Page;
import florin.core.Page.Count;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.core.RealmClock;
import florin.db.Column;
import florin.db.Db;
import florin.db.IdTime;
import florin.db.ListQuery;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Table;
import florin.db.Write;
import florin.dispute.Dispute.Response;
import florin.dispute.Dispute.State;
import florin.dispute.Dispute.Status;
import florin.dispute.Dispute.Word;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Disputes in PostgreSQL. */
public final class DisputeStore {
  private static final Table<Dispute> TABLE = new Table<>("dispute", "d");

  private static final Column<Dispute, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, Dispute::realm);
  private static final Column<Dispute, DisputeId> ID =
      TABLE.column("id", UUID.as(DisputeId::uuid, DisputeId::new), Dispute::id);
  private static final Column<Dispute, Integer> VERSION =
      TABLE.column("version", INTEGER, state(State::version));
  private static final Column<Dispute, Integer> SEQUENCE =
      TABLE.column("sequence", INTEGER, state(State::sequence));
  private static final Column<Dispute, PaymentId> PAYMENT =
      TABLE.column("payment_id", UUID.as(PaymentId::uuid, PaymentId::new), Dispute::payment);
  private static final Column<Dispute, String> CONNECTOR =
      TABLE.column("connector", TEXT, dispute -> dispute.connector().id());
  private static final Column<Dispute, String> CONNECTOR_KIND =
      TABLE.column("connector_kind", TEXT, dispute -> dispute.connector().kind());
  private static final Column<Dispute, String> PROVIDER_ID =
      TABLE.column("provider_id", TEXT, Dispute::providerId);
  private static final Column<Dispute, Status> STATUS =
      TABLE.column("status", word(Status.class), Dispute::status);
  private static final Column<Dispute, DisputeStatus> PROVIDER_STATUS =
      TABLE.column(
          "provider_status",
          TEXT.as(DisputeStatus::text, DisputeStatus::of),
          state(State::providerStatus));
  private static final Column<Dispute, Optional<Long>> AMOUNT =
      TABLE.optional("amount", BIGINT, state(s -> s.amount().map(Money::minor)));
  private static final Column<Dispute, Optional<Currency>> CURRENCY =
      TABLE.optional(
          "currency",
          TEXT.as(Currency::code, Currency::get),
          state(s -> s.amount().map(Money::currency)));
  private static final Column<Dispute, String> REASON =
      TABLE.column("reason", TEXT, state(State::reason));
  private static final Column<Dispute, Optional<String>> NETWORK_REASON_CODE =
      TABLE.optional("network_reason_code", TEXT, state(State::networkReasonCode));
  private static final Column<Dispute, Optional<Instant>> DUE_BY =
      TABLE.optional("due_by", TIMESTAMPTZ, state(State::dueBy));
  private static final Column<Dispute, Instant> UPDATED_AT =
      TABLE.column("updated_at", TIMESTAMPTZ, state(State::updated));
  private static final Column<Dispute, Optional<Instant>> CLOSED_AT =
      TABLE.optional("closed_at", TIMESTAMPTZ, state(State::closed));
  private static final Column<Dispute, Optional<Instant>> INQUIRE_AT =
      TABLE.optional("inquire_at", TIMESTAMPTZ, state(State::inquiry));
  private static final Column<Dispute, Optional<Response.Kind>> RESPONSE =
      TABLE.optional("response", word(Response.Kind.class), response(Response::kind));
  private static final Column<Dispute, Optional<java.util.UUID>> RESPONSE_ID =
      TABLE.optional("response_id", UUID, response(Response::id));
  private static final Column<Dispute, Optional<Response.Progress>> RESPONSE_STATUS =
      TABLE.optional(
          "response_status", word(Response.Progress.class), response(Response::progress));
  private static final Column<Dispute, Optional<Instant>> RESPONSE_AT =
      TABLE.optional("response_at", TIMESTAMPTZ, response(Response::at));
  private static final Column<Dispute, Optional<Instant>> RESPONSE_DUE_AT =
      TABLE.optional(
          "response_due_at", TIMESTAMPTZ, state(s -> s.response().flatMap(Response::due)));
  private static final Column<Dispute, Optional<Integer>> RESPONSE_TRIES =
      TABLE.optional("response_tries", INTEGER, response(Response::tries));
  private static final Column<Dispute, Optional<java.util.UUID>> RESPONSE_ANSWER_ID =
      TABLE.optional(
          "response_answer_id", UUID, state(s -> s.response().flatMap(Response::answer)));
  private static final Column<Dispute, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, Dispute::created);

  private static final RecordStatement<Dispute> INSERT = TABLE.insertWithout();

  private static final RecordStatement<Dispute> UPDATE =
      TABLE.update(
          "dispute.update",
          SEQUENCE,
          STATUS,
          PROVIDER_STATUS,
          AMOUNT,
          CURRENCY,
          REASON,
          NETWORK_REASON_CODE,
          DUE_BY,
          UPDATED_AT,
          CLOSED_AT,
          INQUIRE_AT,
          RESPONSE,
          RESPONSE_ID,
          RESPONSE_STATUS,
          RESPONSE_AT,
          RESPONSE_DUE_AT,
          RESPONSE_TRIES,
          RESPONSE_ANSWER_ID);

  private static final String SELECT = "SELECT * FROM dispute";

  private static final String OF_PAYMENT =
      """
      SELECT *
        FROM dispute
       WHERE realm_id = ?
         AND payment_id = ?
       ORDER BY id
       LIMIT %d
      """
          .formatted(Disputes.MOST_OF_PAYMENT);

  /** The disputes of all realms whose response has no outcome. */
  private static final String RESPONDING =
      """
      SELECT *
        FROM dispute
       WHERE response_due_at <= ?
         AND realm_id >= ?
         AND realm_id <= ?
       ORDER BY response_due_at
       LIMIT ?
      """;

  /** The disputes of all realms about which their providers are asked. */
  private static final String INQUIRED =
      """
      SELECT *
        FROM dispute
       WHERE inquire_at <= ?
         AND realm_id >= ?
         AND realm_id <= ?
       ORDER BY inquire_at
       LIMIT ?
      """;

  private static final String NEXT_RESPONDING =
      """
      SELECT min(response_due_at) AS due_at
        FROM dispute
       WHERE realm_id = ?
      """;

  private static final String NEXT_INQUIRED =
      """
      SELECT min(inquire_at) AS due_at
        FROM dispute
       WHERE realm_id = ?
      """;

  private final Db db;

  public DisputeStore(Db db) {
    this.db = db;
  }

  static Write insert(Dispute dispute) {
    return INSERT.row(dispute);
  }

  public static Write update(Dispute dispute) {
    return UPDATE.row(dispute);
  }

  public Optional<Dispute> find(Realm realm, DisputeId id) {
    return db.findOne(
        SELECT + " WHERE realm_id = ? AND id = ?", DisputeStore::read, realm.id(), id.uuid());
  }

  /** Returns the disputes of a payment, the oldest first. */
  public List<Dispute> listOf(Realm realm, PaymentId payment) {
    return db.list(OF_PAYMENT, DisputeStore::read, realm.id(), payment.uuid());
  }

  /** Returns disputes whose response is due to be asked about, the longest due first. */
  public List<Dispute> listResponding(Instant now, int limit) {
    return db.list(
        RESPONDING,
        DisputeStore::read,
        now,
        RealmClock.firstRealm(),
        RealmClock.lastRealm(),
        limit);
  }

  /** Returns when the next response of a realm is due to be asked about. */
  public Optional<Instant> findNextResponding(Realm realm) {
    return db.findTime(NEXT_RESPONDING, realm.id());
  }

  /** Returns disputes about which their providers are due to be asked, the longest due first. */
  public List<Dispute> listInquired(Instant now, int limit) {
    return db.list(
        INQUIRED, DisputeStore::read, now, RealmClock.firstRealm(), RealmClock.lastRealm(), limit);
  }

  /** Returns when the next dispute of a realm is due to be asked about. */
  public Optional<Instant> findNextInquired(Realm realm) {
    return db.findTime(NEXT_INQUIRED, realm.id());
  }

  /**
   * The conditions of a list of disputes. A dispute must meet all that are present.
   *
   * @param statuses to list only disputes with one of them; empty for all
   * @param isOpen whether to list only disputes that are open, or only those that are closed
   * @param dueBy the span of the deadline
   */
  public record DisputeFilter(
      Set<Status> statuses,
      Optional<Boolean> isOpen,
      Optional<PaymentId> payment,
      Optional<String> connector,
      IdTime.Span dueBy,
      IdTime.Span created) {
    public DisputeFilter {
      statuses = Set.copyOf(statuses);
    }
  }

  /** Returns a page of disputes, newest first. */
  public Page<Dispute> list(Realm realm, DisputeFilter filter, PageRequest page) {
    return query(realm, filter).page(db, page, DisputeStore::read);
  }

  public Count count(Realm realm, DisputeFilter filter) {
    return query(realm, filter).count(db);
  }

  private static ListQuery query(Realm realm, DisputeFilter filter) {
    return new ListQuery(SELECT, realm)
        .and(
            "status = ANY(?)",
            Optional.of(filter.statuses().stream().map(Status::text).toArray(String[]::new))
                .filter(texts -> texts.length > 0))
        .and(filter.isOpen().map(open -> open ? "closed_at IS NULL" : "closed_at IS NOT NULL"))
        .and("payment_id = ?", filter.payment().map(PaymentId::uuid))
        .and("connector = ?", filter.connector())
        .and("due_by >= ?", filter.dueBy().from())
        .and("due_by < ?", filter.dueBy().until())
        .createdIn(filter.created());
  }

  private static <E extends Enum<E> & Word> SqlType<E> word(Class<E> constants) {
    return TEXT.as(Word::text, text -> Word.of(constants, text));
  }

  private static <V> Function<Dispute, V> state(Function<State, V> value) {
    return dispute -> value.apply(dispute.state());
  }

  private static <V> Function<Dispute, Optional<V>> response(Function<Response, V> value) {
    return dispute -> dispute.state().response().map(value);
  }

  private static Optional<Response> readResponse(ResultSet row) throws SQLException {
    Optional<Response.Kind> kind = RESPONSE.of(row);
    return kind.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Response(
                RESPONSE_ID.of(row).orElseThrow(),
                kind.get(),
                RESPONSE_STATUS.of(row).orElseThrow(),
                RESPONSE_AT.of(row).orElseThrow(),
                RESPONSE_DUE_AT.of(row),
                RESPONSE_TRIES.of(row).orElseThrow(),
                RESPONSE_ANSWER_ID.of(row)));
  }

  static Dispute read(ResultSet row) throws SQLException {
    return new Dispute(
        REALM.of(row),
        ID.of(row),
        PAYMENT.of(row),
        new ConnectorName(CONNECTOR.of(row), CONNECTOR_KIND.of(row)),
        PROVIDER_ID.of(row),
        CREATED_AT.of(row),
        readState(row));
  }

  private static State readState(ResultSet row) throws SQLException {
    Optional<Long> amount = AMOUNT.of(row);
    return new State(
        VERSION.of(row),
        SEQUENCE.of(row),
        STATUS.of(row),
        PROVIDER_STATUS.of(row),
        amount.isEmpty()
            ? Optional.empty()
            : Optional.of(new Money(amount.get(), CURRENCY.of(row).orElseThrow())),
        REASON.of(row),
        NETWORK_REASON_CODE.of(row),
        DUE_BY.of(row),
        UPDATED_AT.of(row),
        CLOSED_AT.of(row),
        INQUIRE_AT.of(row),
        readResponse(row));
  }
}
