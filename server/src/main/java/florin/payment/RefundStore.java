package florin.payment;

import florin.core.Currency;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Money;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Db;
import florin.db.IdTime;
import florin.db.ListQuery;
import florin.db.Statement;
import florin.db.Write;
import florin.http.Json;
import florin.payment.Refund.FailureReason;
import florin.payment.Refund.Reason;
import florin.payment.Refund.State;
import florin.payment.Refund.Status;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Refunds in PostgreSQL. */
final class RefundStore {
  private static final Statement INSERT =
      Statement.insert(
          "refund",
          "id",
          """
          realm_id bigint, id uuid, payment_id uuid, version integer, sequence integer, status text, amount bigint,
          currency text, reason text, failure_reason text, metadata jsonb, created_at timestamptz\
          """);

  /** Holds only if nobody has changed the refund since it was read. */
  private static final Statement UPDATE =
      Statement.guarded(
          "refund.update",
          "refund",
          "id",
          """
          realm_id bigint, id uuid, version integer, sequence integer, status text, failure_reason text, metadata jsonb\
          """,
          """
          UPDATE refund f
             SET version = r.version,
                 sequence = r.sequence,
                 status = r.status,
                 failure_reason = r.failure_reason,
                 metadata = r.metadata
            FROM :rows r
           WHERE f.realm_id = r.realm_id
             AND f.id = r.id
             AND f.version = r.version - 1
          RETURNING f.id\
          """);

  private static final String SELECT = "SELECT * FROM refund";

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  private static final String LIST_SUCCEEDED =
      SELECT
          + """
           WHERE payment_id = ?
             AND realm_id = ?
             AND status = 'succeeded'
           ORDER BY id
           LIMIT ?
          """;

  private final Db db;

  RefundStore(Db db) {
    this.db = db;
  }

  static Write insert(Refund refund) {
    State state = refund.state();
    return INSERT.row(
        refund.realm().id(),
        refund.id().uuid(),
        refund.payment().uuid(),
        state.version(),
        state.sequence(),
        state.status().text(),
        refund.amount().minor(),
        refund.amount().currency().code(),
        refund.reason().map(Reason::text),
        state.failure().map(FailureReason::text),
        Json.textUnlessEmpty(refund.metadata()),
        refund.created());
  }

  static Write update(Refund refund) {
    State state = refund.state();
    return UPDATE.row(
        refund.realm().id(),
        refund.id().uuid(),
        state.version(),
        state.sequence(),
        state.status().text(),
        state.failure().map(FailureReason::text),
        Json.textUnlessEmpty(refund.metadata()));
  }

  Optional<Refund> find(Realm realm, RefundId id) {
    return db.findOne(FIND, RefundStore::read, realm.id(), id.uuid());
  }

  Refund get(Realm realm, RefundId id) {
    return find(realm, id)
        .orElseThrow(() -> new IllegalStateException(id + " was there and is gone"));
  }

  /** A page of refunds, newest first. */
  Page<Refund> list(
      Realm realm,
      Optional<PaymentId> payment,
      Optional<Status> status,
      IdTime.Span created,
      PageRequest page) {
    return new ListQuery(SELECT, realm)
        .and("payment_id = ?", payment.map(PaymentId::uuid))
        .and("status = ?", status.map(Status::text))
        .createdIn(created)
        .page(db, page, RefundStore::read);
  }

  /** What was given back of a payment, oldest first. */
  List<Refund> listSucceeded(Realm realm, PaymentId payment, int limit) {
    return db.list(LIST_SUCCEEDED, RefundStore::read, payment.uuid(), realm.id(), limit);
  }

  private static Refund read(ResultSet row) throws SQLException {
    return new Refund(
        new Realm(row.getLong("realm_id")),
        new RefundId(row.getObject("id", UUID.class)),
        new PaymentId(row.getObject("payment_id", UUID.class)),
        new Money(row.getLong("amount"), Currency.get(row.getString("currency"))),
        text(row, "reason").map(Reason::of),
        text(row, "metadata").map(Json::readStrings).orElse(Map.of()),
        Db.getInstant(row, "created_at"),
        new State(
            row.getInt("version"),
            row.getInt("sequence"),
            Status.of(row.getString("status")),
            text(row, "failure_reason").map(FailureReason::of)));
  }

  private static Optional<String> text(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getString(column));
  }
}
