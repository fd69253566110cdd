package florin.payment.store;

import static florin.db.SqlType.BIGINT;
import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.connector.ConnectorName;
import florin.connector.OperationRef;
import florin.core.Currency;
import florin.core.Id.AttemptId;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Id.RequestId;
import florin.core.Money;
import florin.core.Realm;
import florin.core.RealmClock;
import florin.db.Column;
import florin.db.Db;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Statement;
import florin.db.Table;
import florin.db.Write;
import florin.idempotency.Idempotency;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Completion;
import florin.payment.machine.Attempt.Owner;
import florin.payment.machine.Attempt.Progress;
import florin.payment.machine.Attempt.Resolution;
import florin.payment.machine.Attempt.State;
import florin.payment.machine.Operation;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The attempts in PostgreSQL. */
public final class AttemptStore {
  private static final Table<Attempt> TABLE = new Table<>("attempt", "a");

  private static final SqlType<AttemptId> ATTEMPT_ID = UUID.as(AttemptId::uuid, AttemptId::new);

  private static final Column<Attempt, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, Attempt::realm);
  private static final Column<Attempt, AttemptId> ID = TABLE.column("id", ATTEMPT_ID, Attempt::id);
  private static final Column<Attempt, PaymentId> PAYMENT =
      TABLE.column("payment_id", UUID.as(PaymentId::uuid, PaymentId::new), Attempt::payment);
  private static final Column<Attempt, Operation> OPERATION =
      TABLE.column("operation", TEXT.as(Operation::text, Operation::of), Attempt::operation);
  private static final Column<Attempt, Optional<AttemptId>> AUTHORIZATION =
      TABLE.optional("authorization_id", ATTEMPT_ID, Attempt::authorization);
  private static final Column<Attempt, Optional<RefundId>> REFUND =
      TABLE.optional("refund_id", UUID.as(RefundId::uuid, RefundId::new), Attempt::refund);
  private static final Column<Attempt, Integer> VERSION =
      TABLE.column("version", INTEGER, state(State::version));
  private static final Column<Attempt, Progress> STATUS =
      TABLE.column("status", TEXT.as(Progress::text, Progress::of), Attempt::progress);
  private static final Column<Attempt, String> CONNECTOR =
      TABLE.column("connector", TEXT, attempt -> attempt.connector().id());
  private static final Column<Attempt, String> CONNECTOR_KIND =
      TABLE.column("connector_kind", TEXT, attempt -> attempt.connector().kind());
  private static final Column<Attempt, Long> AMOUNT =
      TABLE.column("amount", BIGINT, attempt -> attempt.amount().minor());
  private static final Column<Attempt, UUID> NODE =
      TABLE.column("node", UUID, state(s -> s.owner().node()));
  private static final Column<Attempt, UUID> BOOT =
      TABLE.column("boot", UUID, state(s -> s.owner().boot()));
  private static final Column<Attempt, Optional<Instant>> DUE_AT =
      TABLE.optional("due_at", TIMESTAMPTZ, state(State::due));
  private static final Column<Attempt, Optional<Instant>> EXPIRES_AT =
      TABLE.optional("expires_at", TIMESTAMPTZ, state(State::expires));
  private static final Column<Attempt, Integer> CHECKED =
      TABLE.column("checked", INTEGER, state(State::checked));
  private static final Column<Attempt, Optional<UUID>> IDEMPOTENCY =
      TABLE.optional("idempotency_id", UUID, Attempt::idempotency);
  private static final Column<Attempt, Optional<RequestId>> REQUEST =
      TABLE.optional("request_id", UUID.as(RequestId::uuid, RequestId::new), Attempt::request);
  private static final Column<Attempt, Optional<String>> RESPONSE_CODE =
      TABLE.optional("network_response_code", TEXT, completion(Completion::responseCode));
  private static final Column<Attempt, Optional<String>> NETWORK_TRANSACTION =
      TABLE.optional("network_transaction_id", TEXT, completion(Completion::networkTransactionId));
  private static final Column<Attempt, Optional<String>> CONNECTOR_REFERENCE =
      TABLE.optional("connector_reference", TEXT, completion(Completion::connectorReference));
  private static final Column<Attempt, Optional<Resolution>> RESOLVED_BY =
      TABLE.optional(
          "resolved_by",
          TEXT.as(Resolution::text, Resolution::of),
          completion(v -> Optional.of(v.by())));
  private static final Column<Attempt, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, Attempt::created);
  private static final Column<Attempt, Optional<Instant>> RESOLVED_AT =
      TABLE.optional("resolved_at", TIMESTAMPTZ, completion(v -> Optional.of(v.at())));
  private static final Column<Attempt, Optional<Long>> AMOUNT_APPROVED =
      TABLE.optional("amount_approved", BIGINT, state(s -> s.amountApproved().map(Money::minor)));
  private static final Column<Attempt, Optional<Currency>> CURRENCY_APPROVED =
      TABLE.optional(
          "currency_approved",
          TEXT.as(Currency::code, Currency::get),
          state(s -> s.amountApproved().map(Money::currency)));

  private static final RecordStatement<Attempt> INSERT =
      TABLE.insertWithout().sentAs("attempt_insert_row");

  /** Updates an attempt, only if no process has taken or resolved it since it was read. */
  private static final RecordStatement<Attempt> UPDATE =
      TABLE
          .update(
              "attempt.update",
              STATUS,
              NODE,
              BOOT,
              DUE_AT,
              EXPIRES_AT,
              CHECKED,
              RESPONSE_CODE,
              NETWORK_TRANSACTION,
              CONNECTOR_REFERENCE,
              RESOLVED_BY,
              RESOLVED_AT,
              AMOUNT_APPROVED,
              CURRENCY_APPROVED)
          .sentAs("attempt_update_row");

  /**
   * Makes the attempts of a payment due that no process works on. The version is increased. So an
   * inquiry that is in flight, and may have read the earlier state, can't set a later time.
   */
  private static final Statement NUDGE =
      Statement.lenient(
          "attempt.nudge",
          "attempt",
          "id",
          "realm_id bigint, id uuid, due_at timestamptz, paid boolean",
          """
          UPDATE attempt a
             SET version = a.version + 1,
                 due_at = least(a.due_at, r.due_at)
            FROM :rows r
            JOIN attempt named ON named.realm_id = :realm AND named.id = r.id
           WHERE a.realm_id = :realm
             AND a.payment_id = named.payment_id
             AND (a.status IN ('pending', 'unknown', 'reversing', 'reversed')
                  OR a.status = 'approved' AND a.operation = 'refund'
                  OR r.paid AND a.status = 'approved' AND a.operation IN ('authorize', 'resume') AND a.due_at IS NULL AND a.connector_kind <> 'simulator'
                  OR a.status IN ('approved', 'requires_action') AND a.expires_at IS NOT NULL AND a.due_at IS NOT NULL)\
          """);

  /**
   * Ends the wait for the payer. The version is increased, so an inquiry that is in flight can't
   * make the attempt due again.
   */
  private static final Statement END_WAIT =
      Statement.lenient(
          "attempt.end_wait",
          "attempt",
          "id",
          "realm_id bigint, id uuid",
          """
          UPDATE attempt a
             SET version = a.version + 1,
                 due_at = NULL
            FROM :rows r
           WHERE a.realm_id = :realm
             AND a.id = r.id
             AND a.status = 'requires_action'
             AND a.due_at IS NOT NULL\
          """);

  private static final String SELECT =
      """
      SELECT a.*, p.currency
        FROM attempt a
        JOIN payment p ON p.realm_id = a.realm_id AND p.id = a.payment_id
      """;

  private static final String LATEST_OF_SLOT =
      SELECT
          + """
           WHERE a.realm_id = ?
             AND a.payment_id = ?
             AND a.idempotency_id = ?
           ORDER BY a.id DESC
           LIMIT 1
          """;

  private static final String FIND =
      SELECT
          + """
           WHERE a.realm_id = ?
             AND a.id = ?
          """;

  private static final String LIST =
      SELECT
          + """
           WHERE a.realm_id = ?
             AND a.id = ANY(?)
          """;

  private static final String LATEST_AUTHORIZATION =
      SELECT
          + """
           WHERE a.realm_id = ?
             AND a.payment_id = ?
             AND a.operation = 'authorize'
           ORDER BY a.id DESC
           LIMIT 1
          """;

  private static final String OF_REFUND =
      SELECT
          + """
           WHERE a.refund_id = ?
             AND a.realm_id = ?
          """;

  private static final String LIST_OF_PAYMENT =
      SELECT
          + """
           WHERE a.realm_id = ?
             AND a.payment_id = ?
           ORDER BY a.created_at, a.id
          """;

  private static final String LIST_DUE =
      SELECT
          + """
           WHERE a.due_at <= ?
             AND a.realm_id >= ?
             AND a.realm_id <= ?
           ORDER BY a.due_at
           LIMIT ?
          """;

  private static final String NEXT_DUE =
      """
      SELECT min(due_at) AS due_at
        FROM attempt
       WHERE realm_id = ?
      """;

  /**
   * Lists the attempts that an earlier boot of this node owned. Their leases need not be awaited.
   */
  private static final String LIST_LEFT =
      SELECT
          + """
           WHERE a.due_at IS NOT NULL
             AND a.status IN ('begun', 'pending', 'unknown', 'reversing')
             AND a.node = ?
             AND a.boot <> ?
             AND a.realm_id <= ?
           ORDER BY a.due_at
           LIMIT ?
          """;

  /** Lists the oldest first, because their wait ends first. */
  private static final String LIST_ENDING =
      """
      SELECT p.id, p.amount_capturable, p.currency, a.expires_at
        FROM (SELECT realm_id, id
                FROM payment_status
               WHERE status = 'requires_capture'
                 AND realm_id = ?
               ORDER BY id
               LIMIT ?) waiting
        JOIN payment p ON p.realm_id = waiting.realm_id AND p.id = waiting.id
        JOIN attempt a ON a.payment_id = p.id AND a.realm_id = p.realm_id
       WHERE a.status = 'approved'
         AND a.due_at IS NOT NULL
         AND a.expires_at <= ?
       ORDER BY a.expires_at, p.id
      """;

  /** An authorization whose wait for a capture ends soon. */
  public record EndingAuthorization(PaymentId payment, Money capturable, Instant expires) {}

  private final Db db;

  public AttemptStore(Db db) {
    this.db = db;
  }

  public static Write insert(Attempt attempt) {
    return INSERT.row(attempt);
  }

  public static Write update(Attempt attempt) {
    return UPDATE.row(attempt);
  }

  /**
   * Returns the write that makes the unresolved attempts of a payment due, except those that a
   * process works on.
   *
   * @param isPaidToo whether to inquire also about a payment that has succeeded
   * @param due the time at which they are due, unless they are due earlier
   */
  public static Write nudge(Realm realm, OperationRef reference, boolean isPaidToo, Instant due) {
    return NUDGE.row(realm.id(), reference.id().uuid(), due, isPaidToo);
  }

  /** Returns the write that ends an authorization's wait for its payer, if it still waits. */
  public static Write endWait(Realm realm, OperationRef authorization) {
    return END_WAIT.row(realm.id(), authorization.id().uuid());
  }

  /** Returns the attempt that the request with this idempotency key waits for. */
  public Optional<Attempt> findLatest(Idempotency.RecordKey key, PaymentId payment) {
    return db.findOne(
        LATEST_OF_SLOT, AttemptStore::read, key.realm().id(), payment.uuid(), key.id());
  }

  /** Returns the authorization that the payment's current state is based on. */
  public Attempt getAuthorization(Payment payment) {
    return db.findOne(
            LATEST_AUTHORIZATION, AttemptStore::read, payment.realm().id(), payment.id().uuid())
        .orElseThrow(() -> new IllegalStateException(payment.id() + " was never authorized"));
  }

  /** Returns the attempt; empty if there is none. */
  public Optional<Attempt> find(Realm realm, AttemptId id) {
    return db.findOne(FIND, AttemptStore::read, realm.id(), id.uuid());
  }

  /** Returns the attempts with these ids, in no order. */
  public List<Attempt> list(Realm realm, List<AttemptId> ids) {
    return db.list(
        LIST,
        AttemptStore::read,
        realm.id(),
        ids.stream().map(AttemptId::uuid).toArray(UUID[]::new));
  }

  /** Returns the attempt that sent the refund or will send it. */
  public Attempt getOf(Refund refund) {
    return db.findOne(OF_REFUND, AttemptStore::read, refund.id().uuid(), refund.realm().id())
        .orElseThrow(() -> new IllegalStateException(refund.id() + " was never begun"));
  }

  /** Returns all attempts of a payment, in the order in which they began. */
  public List<Attempt> list(Realm realm, PaymentId payment) {
    return db.list(LIST_OF_PAYMENT, AttemptStore::read, realm.id(), payment.uuid());
  }

  /** Returns the number of its reversals to which the network has responded. */
  public int countReversals(Attempt authorization) {
    AttemptId id = authorization.reference().id();
    return (int)
        list(authorization.realm(), authorization.payment()).stream()
            .filter(attempt -> attempt.operation() == Operation.REVERSE)
            .filter(attempt -> attempt.authorization().equals(Optional.of(id)))
            .count();
  }

  /** Returns due attempts, the longest due first: see {@link RealmClock#firstRealm}. */
  public List<Attempt> listDue(Instant now, int limit) {
    return db.list(
        LIST_DUE, AttemptStore::read, now, RealmClock.firstRealm(), RealmClock.lastRealm(), limit);
  }

  /** Returns when the next attempt of a realm is due. */
  public Optional<Instant> findNextDue(Realm realm) {
    return db.findTime(NEXT_DUE, realm.id());
  }

  public List<Attempt> listLeft(Owner self, int limit) {
    return db.list(
        LIST_LEFT, AttemptStore::read, self.node(), self.boot(), RealmClock.lastRealm(), limit);
  }

  /**
   * Returns the authorizations whose wait ends before a time, unless they are captured.
   *
   * @param most the number of payments that are read, the oldest first
   */
  public List<EndingAuthorization> listEnding(Realm realm, Instant before, int most) {
    return db.list(
        LIST_ENDING,
        row ->
            new EndingAuthorization(
                new PaymentId(row.getObject("id", UUID.class)),
                new Money(
                    row.getLong("amount_capturable"), Currency.get(row.getString("currency"))),
                Db.getInstant(row, "expires_at")),
        realm.id(),
        most,
        before);
  }

  private static <V> Function<Attempt, V> state(Function<State, V> value) {
    return attempt -> value.apply(attempt.state());
  }

  private static <V> Function<Attempt, Optional<V>> completion(
      Function<Completion, Optional<V>> value) {
    return attempt -> attempt.state().completion().flatMap(value);
  }

  private static Attempt read(ResultSet row) throws SQLException {
    return new Attempt(
        REALM.of(row),
        ID.of(row),
        PAYMENT.of(row),
        OPERATION.of(row),
        AUTHORIZATION.of(row),
        REFUND.of(row),
        new ConnectorName(CONNECTOR.of(row), CONNECTOR_KIND.of(row)),
        new Money(AMOUNT.of(row), Currency.get(row.getString("currency"))),
        IDEMPOTENCY.of(row),
        REQUEST.of(row),
        CREATED_AT.of(row),
        readState(row));
  }

  private static State readState(ResultSet row) throws SQLException {
    return new State(
        VERSION.of(row),
        STATUS.of(row),
        new Owner(NODE.of(row), BOOT.of(row)),
        DUE_AT.of(row),
        EXPIRES_AT.of(row),
        CHECKED.of(row),
        readCompletion(row),
        readApproved(row));
  }

  private static Optional<Money> readApproved(ResultSet row) throws SQLException {
    Optional<Currency> currency = CURRENCY_APPROVED.of(row);
    return currency.isEmpty()
        ? Optional.empty()
        : Optional.of(new Money(AMOUNT_APPROVED.of(row).orElseThrow(), currency.get()));
  }

  private static Optional<Completion> readCompletion(ResultSet row) throws SQLException {
    Optional<Resolution> by = RESOLVED_BY.of(row);
    return by.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Completion(
                by.get(),
                RESPONSE_CODE.of(row),
                NETWORK_TRANSACTION.of(row),
                CONNECTOR_REFERENCE.of(row),
                RESOLVED_AT.of(row).orElseThrow()));
  }
}
