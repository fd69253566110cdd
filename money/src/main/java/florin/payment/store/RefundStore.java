package florin.payment.store;

import static florin.db.SqlType.BIGINT;
import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.JSONB;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;
import static java.util.Objects.requireNonNull;

import florin.core.AmountOrder;
import florin.core.AmountSums;
import florin.core.Currency;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Money;
import florin.core.Page;
import florin.core.Page.Count;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Column;
import florin.db.Db;
import florin.db.IdTime;
import florin.db.ListQuery;
import florin.db.NewestRows;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Table;
import florin.db.Write;
import florin.http.Json;
import florin.payment.machine.Refund;
import florin.payment.machine.Refund.FailureReason;
import florin.payment.machine.Refund.Reason;
import florin.payment.machine.Refund.RefundAccount;
import florin.payment.machine.Refund.State;
import florin.payment.machine.Refund.Status;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The refunds in PostgreSQL. */
public final class RefundStore {
  private static final Table<Refund> TABLE = new Table<>("refund", "f");

  private static final Column<Refund, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, Refund::realm);
  private static final Column<Refund, RefundId> ID =
      TABLE.column("id", UUID.as(RefundId::uuid, RefundId::new), Refund::id);
  private static final Column<Refund, PaymentId> PAYMENT =
      TABLE.column("payment_id", UUID.as(PaymentId::uuid, PaymentId::new), Refund::payment);
  private static final Column<Refund, Integer> VERSION =
      TABLE.column("version", INTEGER, refund -> refund.state().version());
  private static final Column<Refund, Integer> SEQUENCE =
      TABLE.column("sequence", INTEGER, refund -> refund.state().sequence());
  private static final Column<Refund, Status> STATUS =
      TABLE.column("status", TEXT.as(Status::text, Status::of), Refund::status);
  private static final Column<Refund, Long> AMOUNT =
      TABLE.column("amount", BIGINT, refund -> refund.amount().minor());
  private static final Column<Refund, Currency> CURRENCY =
      TABLE.column(
          "currency", TEXT.as(Currency::code, Currency::get), refund -> refund.amount().currency());
  private static final Column<Refund, Optional<Reason>> REASON =
      TABLE.optional("reason", TEXT.as(Reason::text, Reason::of), Refund::reason);
  private static final Column<Refund, Optional<FailureReason>> FAILURE_REASON =
      TABLE.optional(
          "failure_reason",
          TEXT.as(FailureReason::text, FailureReason::of),
          refund -> refund.state().failure());
  private static final Column<Refund, Optional<String>> BANK_ACCOUNT =
      TABLE.optional("bank_account", JSONB, refund -> refund.account().map(Json::text));
  private static final Column<Refund, Optional<String>> METADATA =
      TABLE.optional("metadata", JSONB, refund -> Json.textUnlessEmpty(refund.metadata()));
  private static final Column<Refund, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, Refund::created);

  private static final Column<Refund, Optional<String>> PROVIDER_ID =
      TABLE.optional("provider_id", TEXT, Refund::providerId);

  private static final RecordStatement<Refund> INSERT = TABLE.insertWithout();

  /** Updates a refund, only if no process has changed it since it was read. */
  private static final RecordStatement<Refund> UPDATE =
      TABLE.update("refund.update", SEQUENCE, STATUS, FAILURE_REASON, METADATA);

  private static final String SELECT = "SELECT * FROM refund";

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  private static final String LIST_OF_IDS = SELECT + " WHERE realm_id = ? AND id = ANY(?)";

  private static final String LIST_OF_PROVIDER =
      SELECT + " WHERE realm_id = ? AND payment_id = ? AND provider_id IS NOT NULL ORDER BY id";

  private static final String LIST_SUCCEEDED =
      SELECT
          + """
           WHERE payment_id = ?
             AND realm_id = ?
             AND status = 'succeeded'
           ORDER BY id
           LIMIT ?
          """;

  /** The number of newest refunds among which succeeded ones are counted. */
  private static final int COUNTED_AMONG = 5_000;

  private final Db db;

  public RefundStore(Db db) {
    this.db = db;
  }

  public static Write insert(Refund refund) {
    return INSERT.row(refund);
  }

  public static Write update(Refund refund) {
    return UPDATE.row(refund);
  }

  public Optional<Refund> find(Realm realm, RefundId id) {
    return db.findOne(FIND, RefundStore::read, realm.id(), id.uuid());
  }

  public Refund get(Realm realm, RefundId id) {
    return find(realm, id)
        .orElseThrow(() -> new IllegalStateException(id + " was there and is gone"));
  }

  /** Returns a page of refunds, newest first. */
  public Page<Refund> list(
      Realm realm,
      Optional<PaymentId> payment,
      Optional<Status> status,
      IdTime.Span created,
      PageRequest page) {
    return filtered(SELECT, realm, payment, status, created).page(db, page, RefundStore::read);
  }

  /** Returns the sums of refunds. */
  public Optional<AmountSums> sum(
      Realm realm, Optional<PaymentId> payment, Optional<Status> status, IdTime.Span created) {
    return newest(realm, payment, status, created).sum(db);
  }

  /** Returns a page of refunds ordered by amount. */
  public Optional<Page<Refund>> listByAmount(
      Realm realm,
      Optional<PaymentId> payment,
      Optional<Status> status,
      IdTime.Span created,
      AmountOrder order,
      PageRequest page) {
    return newest(realm, payment, status, created)
        .page(db, page, order)
        .map(found -> {
          UUID[] ids = found.data().toArray(UUID[]::new);
          Map<UUID, Refund> known =
              db.list(LIST_OF_IDS, RefundStore::read, realm.id(), ids).stream()
                  .collect(Collectors.toMap(refund -> refund.id().uuid(), Function.identity()));
          return new Page<>(
              Stream.of(ids).flatMap(id -> Optional.ofNullable(known.get(id)).stream()).toList(),
              found.hasMore());
        });
  }

  /** Returns the refunds with these ids, in no order. */
  public List<Refund> list(Realm realm, List<RefundId> ids) {
    return db.list(
        LIST_OF_IDS,
        RefundStore::read,
        realm.id(),
        ids.stream().map(RefundId::uuid).toArray(UUID[]::new));
  }

  private static NewestRows newest(
      Realm realm, Optional<PaymentId> payment, Optional<Status> status, IdTime.Span created) {
    return new NewestRows(
        realm,
        List.of(
            filtered("SELECT id, amount, currency FROM refund", realm, payment, status, created)));
  }

  private static ListQuery filtered(
      String select,
      Realm realm,
      Optional<PaymentId> payment,
      Optional<Status> status,
      IdTime.Span created) {
    return new ListQuery(select, realm)
        .and("payment_id = ?", payment.map(PaymentId::uuid))
        .and("status = ?", status.map(Status::text))
        .createdIn(created);
  }

  /** Returns the number of refunds, optionally of one status. Most have succeeded. */
  public Count count(Realm realm, Optional<Status> status, IdTime.Span created) {
    return status.equals(Optional.of(Status.SUCCEEDED))
        ? new ListQuery("SELECT status FROM refund", realm)
            .createdIn(created)
            .countAmong(db, COUNTED_AMONG, "status = 'succeeded'")
        : new ListQuery("SELECT id FROM refund", realm)
            .and("status = ?", status.map(Status::text))
            .and(status.map(_ -> "status <> 'succeeded'"))
            .createdIn(created)
            .count(db);
  }

  /** Returns the payment's refunds that were made at the provider, the oldest first. */
  public List<Refund> listOfProvider(Realm realm, PaymentId payment) {
    return db.list(LIST_OF_PROVIDER, RefundStore::read, realm.id(), payment.uuid());
  }

  /** Returns the succeeded refunds of a payment, the oldest first. */
  public List<Refund> listSucceeded(Realm realm, PaymentId payment, int limit) {
    return db.list(LIST_SUCCEEDED, RefundStore::read, payment.uuid(), realm.id(), limit);
  }

  private static RefundAccount readAccount(String json) {
    Map<String, String> fields = Json.readStrings(json);
    return new RefundAccount(
        requireNonNull(fields.get("country")), requireNonNull(fields.get("last4")));
  }

  private static Refund read(ResultSet row) throws SQLException {
    return new Refund(
        REALM.of(row),
        ID.of(row),
        PAYMENT.of(row),
        new Money(AMOUNT.of(row), CURRENCY.of(row)),
        REASON.of(row),
        BANK_ACCOUNT.of(row).map(RefundStore::readAccount),
        METADATA.of(row).map(Json::readStrings).orElse(Map.of()),
        CREATED_AT.of(row),
        PROVIDER_ID.of(row),
        new State(VERSION.of(row), SEQUENCE.of(row), STATUS.of(row), FAILURE_REASON.of(row)));
  }
}
