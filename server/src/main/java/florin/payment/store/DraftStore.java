package florin.payment.store;

import florin.connector.ConnectorName;
import florin.core.Currency;
import florin.core.Id.AttemptId;
import florin.core.Id.EventId;
import florin.core.Id.PaymentId;
import florin.core.Id.RequestId;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Db;
import florin.db.Write;
import florin.event.Event.Cause;
import florin.http.JsonFields;
import florin.idempotency.Idempotency;
import florin.idempotency.Idempotency.Claim;
import florin.idempotency.Idempotency.Slot;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Owner;
import florin.payment.machine.CaptureMethod;
import florin.payment.machine.Move;
import florin.payment.machine.Payment;
import florin.payment.machine.Payment.Order;
import florin.payment.machine.PaymentMachine;
import florin.payment.machine.ThreeDSecure;
import florin.paymentmethod.MethodDraft;
import florin.paymentmethod.PaymentMethod;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The drafts in PostgreSQL. They are stored in the records of idempotency keys, and the claim of a
 * key writes them.
 */
public final class DraftStore {
  private static final String UNWRITTEN =
      """
      SELECT i.realm_id, i.id, i.resource_id, i.event_id, i.draft, i.drafted_at
        FROM idempotency i
       WHERE i.draft IS NOT NULL
         AND NOT EXISTS (SELECT FROM payment p WHERE p.realm_id = i.realm_id AND p.id = i.resource_id)
      """;

  private static final String LIST_UNWRITTEN =
      UNWRITTEN
          + """
             AND i.drafted_at >= ?
           ORDER BY i.drafted_at
           LIMIT ?
          """;

  private static final String FIND_UNWRITTEN =
      UNWRITTEN
          + """
             AND i.realm_id = ?
             AND i.id = ?
          """;

  /**
   * Reads a time before which new drafts can't appear: each later draft belongs to a transaction
   * that begins later or is running now. It is read before the drafts. A `pg_dump` writes no drafts
   * and runs for long, so it doesn't count. The view shows a transaction a moment after its start,
   * hence the 100 ms. The result is null if the user can't see sessions, not even this one.
   */
  private static final String HORIZON =
      """
      SELECT CASE WHEN bool_or(pid = pg_backend_pid() AND xact_start IS NOT NULL)
                  THEN least(now(), min(xact_start)) - interval '100 ms'
             END AS horizon,
             pg_postmaster_start_time() AS started
        FROM pg_stat_activity
       WHERE datname = current_database()
         AND usename = session_user
         AND application_name <> 'pg_dump'
      """;

  private static final String MARK =
      """
      SELECT CASE WHEN isfinite(written) THEN written ELSE 'epoch' END AS written
        FROM draft_mark
      """;

  private static final String SET_MARK =
      """
      UPDATE draft_mark
         SET written = ?
      """;

  private static final Logger LOG = LoggerFactory.getLogger(DraftStore.class);

  private final Db db;

  /**
   * A draft that the scan has found.
   *
   * @param draft the draft; empty if this version can't read it
   * @param at when it was drafted, by the database's clock
   */
  public record Found(Optional<Draft> draft, Instant at) {}

  /**
   * The time up to which all drafts are visible.
   *
   * @param time the time before which new drafts can't appear, by the database's clock; empty if
   *     that is unknown
   * @param started when this PostgreSQL server was started
   */
  public record Horizon(Optional<Instant> time, Instant started) {}

  public DraftStore(Db db) {
    this.db = db;
  }

  /**
   * Tells a database that is down from a draft that always fails.
   *
   * @throws florin.db.DatabaseUnavailableException if not even a trivial query succeeds
   */
  public void requireDatabase() {
    db.requireAvailable();
  }

  /** Returns the write that takes the record of the draft's key, or a record of its own. */
  public static Write insert(Optional<Claim> claim, Draft draft) {
    Payment payment = draft.payment();
    return Idempotency.take(
        claim.orElseGet(() -> Idempotency.unkeyed(payment.realm(), payment.id().uuid())),
        payment.id(),
        draft.answer(),
        text(draft),
        MethodDraft.key(draft.method()),
        payment.created());
  }

  /** Returns the draft in an idempotency record, unless its payment is written. */
  public Optional<Draft> findUnwritten(Slot slot) {
    return db.findOne(FIND_UNWRITTEN, DraftStore::read, slot.realm().id(), slot.id());
  }

  /** Returns the oldest drafts since a time whose payment is not written. */
  public List<Found> listUnwritten(Instant since, int limit) {
    return db.list(
        LIST_UNWRITTEN,
        row -> new Found(tryRead(row), row.getTimestamp("drafted_at").toInstant()),
        since,
        limit);
  }

  public Horizon horizon() {
    return db.findOne(
            HORIZON,
            row ->
                new Horizon(
                    Optional.ofNullable(row.getTimestamp("horizon")).map(Timestamp::toInstant),
                    row.getTimestamp("started").toInstant()))
        .orElseThrow();
  }

  /** Returns the time up to which the last scan found all drafts written. */
  public Instant mark() {
    return db.findOne(MARK, row -> row.getTimestamp("written").toInstant()).orElseThrow();
  }

  public void setMark(Instant written) {
    db.update(SET_MARK, written);
  }

  private static String text(Draft draft) {
    Payment payment = draft.payment();
    Order order = payment.order();
    return new JsonFields.Writer()
        .put("at", payment.created().toString())
        .put("amount", order.amount().minor())
        .put("currency", order.amount().currency().code())
        .put("capture_method", order.captureMethod().text())
        .put("description", order.description())
        .put("metadata", order.metadata())
        .put("receipt_email", order.receiptEmail())
        .put("statement_descriptor", order.statementDescriptor())
        .put("return_url", order.returnUrl().map(URI::toString))
        .put(
            "three_d_secure",
            payment.state().authentication().result().map(ThreeDSecure::texts).orElse(Map.of()))
        .put("connector", payment.connector().id())
        .put(
            "connector_kind",
            Optional.of(payment.connector().kind())
                .filter(kind -> !kind.equals(payment.connector().id())))
        .put("method", MethodDraft.of(draft.method()))
        .put("attempt", draft.attempt().id().uuid().toString())
        .put("node", draft.attempt().state().owner().node().toString())
        .put("boot", draft.attempt().state().owner().boot().toString())
        .put("due", draft.attempt().state().due().map(Instant::toString))
        .put("event", draft.created().uuid().toString())
        .put("request", draft.cause().request().uuid().toString())
        .put("key", draft.cause().idempotencyKey())
        .text();
  }

  private static Optional<Draft> tryRead(ResultSet row) throws SQLException {
    try {
      return Optional.of(read(row));
    } catch (RuntimeException unreadable) {
      LOG.error(
          "the draft of payment {} cannot be read",
          row.getObject("resource_id", UUID.class),
          unreadable);
      return Optional.empty();
    }
  }

  private static Draft read(ResultSet row) throws SQLException {
    var slot = new Slot(new Realm(row.getLong("realm_id")), row.getObject("id", UUID.class));
    var payment = new PaymentId(row.getObject("resource_id", UUID.class));
    JsonFields fields = JsonFields.of(row.getString("draft"));
    PaymentMethod method =
        MethodDraft.read(slot.realm(), payment, instant(fields, "at"), fields.fields("method"));
    Move begun =
        PaymentMachine.begin(
            slot.realm(),
            payment,
            readOrder(fields),
            new Payment.Method(
                method.id(),
                method.instrument(),
                method.billing(),
                method.created(),
                Optional.empty(),
                false),
            readConnector(fields),
            Optional.of(fields.texts("three_d_secure"))
                .filter(texts -> !texts.isEmpty())
                .map(ThreeDSecure::ofTexts),
            instant(fields, "at"));
    var request = new RequestId(uuid(fields, "request"));
    return new Draft(
        slot,
        begun,
        method,
        readAttempt(slot, begun.payment(), request, fields),
        new Cause(request, fields.findText("key")),
        new EventId(uuid(fields, "event")),
        new EventId(row.getObject("event_id", UUID.class)));
  }

  private static Order readOrder(JsonFields fields) {
    return new Order(
        new Money(fields.number("amount"), Currency.get(fields.text("currency"))),
        CaptureMethod.of(fields.text("capture_method")),
        Optional.empty(),
        fields.findText("description"),
        fields.texts("metadata"),
        fields.findText("receipt_email"),
        fields.findText("statement_descriptor"),
        fields.findText("return_url").map(URI::create));
  }

  /** Returns the connector of a draft. One that no merchant has set up is named by its kind. */
  private static ConnectorName readConnector(JsonFields fields) {
    String id = fields.text("connector");
    return new ConnectorName(id, fields.findText("connector_kind").orElse(id));
  }

  private static Attempt readAttempt(
      Slot slot, Payment payment, RequestId request, JsonFields fields) {
    return Attempt.begun(
        payment,
        new AttemptId(uuid(fields, "attempt")),
        Optional.of(slot.id()).filter(id -> !id.equals(payment.id().uuid())),
        request,
        new Owner(uuid(fields, "node"), uuid(fields, "boot")),
        instant(fields, "due"));
  }

  private static UUID uuid(JsonFields fields, String name) {
    return UUID.fromString(fields.text(name));
  }

  private static Instant instant(JsonFields fields, String name) {
    return Instant.parse(fields.text(name));
  }
}
