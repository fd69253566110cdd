package florin.payment;

import florin.connector.ConnectorName;
import florin.connector.OperationRef;
import florin.core.Currency;
import florin.core.Id.AttemptId;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Id.RequestId;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Db;
import florin.db.Statement;
import florin.db.Write;
import florin.idempotency.Idempotency;
import florin.payment.Attempt.Owner;
import florin.payment.Attempt.Progress;
import florin.payment.Attempt.Resolution;
import florin.payment.Attempt.State;
import florin.payment.Attempt.Verdict;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Attempts in PostgreSQL. */
public final class AttemptStore {
  private static final Statement INSERT =
      Statement.insert(
          "attempt",
          "id",
          """
          realm_id bigint, id uuid, payment_id uuid, operation text, authorization_id uuid, refund_id uuid, version integer,
          status text, connector text, connector_kind text, amount bigint, node uuid, boot uuid, due_at timestamptz, checked integer,
          idempotency_id uuid, request_id uuid, network_response_code text, resolved_by text, created_at timestamptz,
          resolved_at timestamptz\
          """);

  /** Holds only if nobody has taken or settled the attempt since it was read. */
  private static final Statement UPDATE =
      Statement.guarded(
          "attempt.update",
          "attempt",
          "id",
          """
          realm_id bigint, id uuid, version integer, status text, node uuid, boot uuid, due_at timestamptz,
          expires_at timestamptz, checked integer, network_response_code text, network_transaction_id text, resolved_by text,
          resolved_at timestamptz, amount_approved bigint, currency_approved text\
          """,
          """
          UPDATE attempt a
             SET version = r.version,
                 status = r.status,
                 node = r.node,
                 boot = r.boot,
                 due_at = r.due_at,
                 expires_at = r.expires_at,
                 checked = r.checked,
                 network_response_code = r.network_response_code,
                 network_transaction_id = r.network_transaction_id,
                 resolved_by = r.resolved_by,
                 resolved_at = r.resolved_at,
                 amount_approved = r.amount_approved,
                 currency_approved = r.currency_approved
            FROM :rows r
           WHERE a.realm_id = r.realm_id
             AND a.id = r.id
             AND a.version = r.version - 1
          RETURNING a.id\
          """);

  /**
   * What nobody works on, of the payment of an attempt. The version is raised, so that who is just
   * asking about one, and may have heard how it stood before, does not set a later time.
   */
  private static final Statement NUDGE =
      Statement.lenient(
          "attempt.nudge",
          "attempt",
          "id",
          "realm_id bigint, id uuid, due_at timestamptz",
          """
          UPDATE attempt a
             SET version = a.version + 1,
                 due_at = r.due_at
            FROM :rows r
            JOIN attempt named ON named.realm_id = r.realm_id AND named.id = r.id
           WHERE a.realm_id = r.realm_id
             AND a.payment_id = named.payment_id
             AND (a.status IN ('pending', 'unknown', 'reversing', 'reversed')
                  OR a.status = 'approved' AND a.operation = 'refund'
                  OR a.status IN ('approved', 'requires_action') AND a.expires_at IS NOT NULL AND a.due_at IS NOT NULL)\
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
           ORDER BY a.id
          """;

  private static final String LIST_DUE =
      SELECT
          + """
           WHERE a.due_at <= ?
           ORDER BY a.due_at
           LIMIT ?
          """;

  /** What an earlier life of this node had in its hands: its lease need not be waited for. */
  private static final String LIST_LEFT =
      SELECT
          + """
           WHERE a.due_at IS NOT NULL
             AND a.status IN ('begun', 'pending', 'unknown', 'reversing')
             AND a.node = ?
             AND a.boot <> ?
           ORDER BY a.due_at
           LIMIT ?
          """;

  private final Db db;

  public AttemptStore(Db db) {
    this.db = db;
  }

  static Write insert(Attempt attempt) {
    State state = attempt.state();
    return INSERT.row(
        attempt.realm().id(),
        attempt.id().uuid(),
        attempt.payment().uuid(),
        attempt.operation().text(),
        attempt.authorization().map(AttemptId::uuid),
        attempt.refund().map(RefundId::uuid),
        state.version(),
        state.progress().text(),
        attempt.connector().id(),
        attempt.connector().kind(),
        attempt.amount().minor(),
        state.owner().node(),
        state.owner().boot(),
        state.due(),
        state.checked(),
        attempt.idempotency(),
        attempt.request().map(RequestId::uuid),
        state.verdict().flatMap(Verdict::responseCode),
        state.verdict().map(verdict -> verdict.by().text()),
        attempt.created(),
        state.verdict().map(Verdict::at));
  }

  static Write update(Attempt attempt) {
    State state = attempt.state();
    return UPDATE.row(
        attempt.realm().id(),
        attempt.id().uuid(),
        state.version(),
        state.progress().text(),
        state.owner().node(),
        state.owner().boot(),
        state.due(),
        state.expires(),
        state.checked(),
        state.verdict().flatMap(Verdict::responseCode),
        state.verdict().flatMap(Verdict::networkTransactionId),
        state.verdict().map(verdict -> verdict.by().text()),
        state.verdict().map(Verdict::at),
        state.amountApproved().map(Money::minor),
        state.amountApproved().map(approved -> approved.currency().code()));
  }

  /** Has what is open of the payment of an attempt looked at now, unless somebody is at it. */
  public static Write nudge(Realm realm, OperationRef reference, Instant now) {
    return NUDGE.row(realm.id(), reference.id().uuid(), now);
  }

  /** Whether it is an attempt's version that had moved. */
  static boolean isGuard(Write write) {
    return write.statement().name().equals(UPDATE.name());
  }

  /** What the request that holds this idempotency key is waiting for. */
  Optional<Attempt> findLatest(Idempotency.Slot slot, PaymentId payment) {
    return db.findOne(
        LATEST_OF_SLOT, AttemptStore::read, slot.realm().id(), payment.uuid(), slot.id());
  }

  /** The authorisation by which the payment stands as it does. */
  Attempt getAuthorization(Payment payment) {
    return db.findOne(
            LATEST_AUTHORIZATION, AttemptStore::read, payment.realm().id(), payment.id().uuid())
        .orElseThrow(() -> new IllegalStateException(payment.id() + " was never authorised"));
  }

  /** The one by which the refund was sent, or is to be. */
  Attempt getOf(Refund refund) {
    return db.findOne(OF_REFUND, AttemptStore::read, refund.id().uuid(), refund.realm().id())
        .orElseThrow(() -> new IllegalStateException(refund.id() + " was never begun"));
  }

  /** All of them, in the order they were begun. */
  public List<Attempt> list(Realm realm, PaymentId payment) {
    return db.list(LIST_OF_PAYMENT, AttemptStore::read, realm.id(), payment.uuid());
  }

  List<Attempt> listDue(Instant now, int limit) {
    return db.list(LIST_DUE, AttemptStore::read, now, limit);
  }

  List<Attempt> listLeft(Owner self, int limit) {
    return db.list(LIST_LEFT, AttemptStore::read, self.node(), self.boot(), limit);
  }

  private static Attempt read(ResultSet row) throws SQLException {
    return new Attempt(
        new Realm(row.getLong("realm_id")),
        new AttemptId(row.getObject("id", UUID.class)),
        new PaymentId(row.getObject("payment_id", UUID.class)),
        Operation.of(row.getString("operation")),
        Optional.ofNullable(row.getObject("authorization_id", UUID.class)).map(AttemptId::new),
        Optional.ofNullable(row.getObject("refund_id", UUID.class)).map(RefundId::new),
        new ConnectorName(row.getString("connector"), row.getString("connector_kind")),
        new Money(row.getLong("amount"), Currency.get(row.getString("currency"))),
        Optional.ofNullable(row.getObject("idempotency_id", UUID.class)),
        Optional.ofNullable(row.getObject("request_id", UUID.class)).map(RequestId::new),
        Db.getInstant(row, "created_at"),
        readState(row));
  }

  private static State readState(ResultSet row) throws SQLException {
    return new State(
        row.getInt("version"),
        Progress.of(row.getString("status")),
        new Owner(row.getObject("node", UUID.class), row.getObject("boot", UUID.class)),
        Db.findInstant(row, "due_at"),
        Db.findInstant(row, "expires_at"),
        row.getInt("checked"),
        readVerdict(row),
        readApproved(row));
  }

  private static Optional<Money> readApproved(ResultSet row) throws SQLException {
    String currency = row.getString("currency_approved");
    return currency == null
        ? Optional.empty()
        : Optional.of(new Money(row.getLong("amount_approved"), Currency.get(currency)));
  }

  private static Optional<Verdict> readVerdict(ResultSet row) throws SQLException {
    Optional<Instant> resolved = Db.findInstant(row, "resolved_at");
    if (resolved.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Verdict(
            Resolution.of(row.getString("resolved_by")),
            Optional.ofNullable(row.getString("network_response_code")),
            Optional.ofNullable(row.getString("network_transaction_id")),
            resolved.get()));
  }
}
