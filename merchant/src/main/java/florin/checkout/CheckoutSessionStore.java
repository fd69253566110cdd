package florin.checkout;

import static florin.db.SqlType.BIGINT;
import static florin.db.SqlType.BOOLEAN;
import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.JSONB;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.checkout.CheckoutSession.PageSettings;
import florin.checkout.CheckoutSession.Saving;
import florin.checkout.CheckoutSession.State;
import florin.checkout.CheckoutSession.Status;
import florin.core.Currency;
import florin.core.Id.CheckoutSessionId;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentLinkId;
import florin.core.Money;
import florin.core.Page;
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
import florin.http.Json;
import florin.payment.machine.CaptureMethod;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checkout sessions in PostgreSQL. */
public final class CheckoutSessionStore {
  private static final SqlType<URI> URL = TEXT.as(URI::toString, URI::create);

  private static final Table<CheckoutSession> TABLE = new Table<>("checkout_session", "c");

  private static final Column<CheckoutSession, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, CheckoutSession::realm);
  private static final Column<CheckoutSession, CheckoutSessionId> ID =
      TABLE.column(
          "id", UUID.as(CheckoutSessionId::uuid, CheckoutSessionId::new), CheckoutSession::id);
  private static final Column<CheckoutSession, Integer> VERSION =
      TABLE.column("version", INTEGER, session -> session.state().version());
  private static final Column<CheckoutSession, Integer> SEQUENCE =
      TABLE.column("sequence", INTEGER, session -> session.state().sequence());
  private static final Column<CheckoutSession, Status> STATUS =
      TABLE.column("status", TEXT.as(Status::text, Status::of), CheckoutSession::status);
  private static final Column<CheckoutSession, Long> AMOUNT =
      TABLE.column("amount", BIGINT, session -> session.cart().amount().minor());
  private static final Column<CheckoutSession, Currency> CURRENCY =
      TABLE.column(
          "currency",
          TEXT.as(Currency::code, Currency::get),
          session -> session.cart().amount().currency());
  private static final Column<CheckoutSession, Optional<String>> DESCRIPTION =
      TABLE.optional("description", TEXT, session -> session.cart().description());
  private static final Column<CheckoutSession, Optional<String>> LINE_ITEMS =
      TABLE.optional("line_items", JSONB, session -> LinesTable.text(session.cart().lines()));
  private static final Column<CheckoutSession, Optional<CustomerId>> CUSTOMER =
      TABLE.optional(
          "customer_id",
          UUID.as(CustomerId::uuid, CustomerId::new),
          session -> session.settings().customer());
  private static final Column<CheckoutSession, Optional<String>> CUSTOMER_EMAIL =
      TABLE.optional("customer_email", TEXT, session -> session.settings().customerEmail());
  private static final Column<CheckoutSession, CaptureMethod> CAPTURE_METHOD =
      TABLE.column(
          "capture_method",
          TEXT.as(CaptureMethod::text, CaptureMethod::of),
          session -> session.cart().captureMethod());
  private static final Column<CheckoutSession, Optional<URI>> SUCCESS_URL =
      TABLE.optional("success_url", URL, session -> session.settings().successUrl());
  private static final Column<CheckoutSession, Optional<URI>> CANCEL_URL =
      TABLE.optional("cancel_url", URL, session -> session.settings().cancelUrl());
  private static final Column<CheckoutSession, Optional<Language>> LOCALE =
      TABLE.optional(
          "locale",
          TEXT.as(Language::text, Language::of),
          session -> session.settings().language());
  private static final Column<CheckoutSession, Optional<String>> METHODS =
      TABLE.optional(
          "methods",
          TEXT,
          session ->
              Optional.of(String.join(" ", session.settings().methods()))
                  .filter(text -> !text.isEmpty()));
  private static final Column<CheckoutSession, Optional<String>> CONNECTORS =
      TABLE.optional(
          "connectors", TEXT, session -> CheckoutFormats.text(session.settings().connectors()));
  private static final Column<CheckoutSession, Optional<Boolean>> SAVES_METHOD =
      TABLE.optional(
          "saves_method", BOOLEAN, session -> session.settings().saving().map(_ -> true));
  private static final Column<CheckoutSession, Optional<String>> MANDATE_TEXT =
      TABLE.optional("mandate_text", TEXT, session -> session.settings().mandate());
  private static final Column<CheckoutSession, Optional<String>> METADATA =
      TABLE.optional("metadata", JSONB, session -> Json.textUnlessEmpty(session.cart().metadata()));
  private static final Column<CheckoutSession, Optional<PaymentLinkId>> LINK =
      TABLE.optional(
          "link_id", UUID.as(PaymentLinkId::uuid, PaymentLinkId::new), CheckoutSession::link);
  private static final Column<CheckoutSession, Integer> TRIES =
      TABLE.column("tries", INTEGER, session -> session.state().tries());
  private static final Column<CheckoutSession, Optional<PaymentId>> PAYMENT =
      TABLE.optional(
          "payment_id", UUID.as(PaymentId::uuid, PaymentId::new), CheckoutSession::payment);
  private static final Column<CheckoutSession, Optional<Language>> PAYER_LANGUAGE =
      TABLE.optional(
          "payer_language",
          TEXT.as(Language::text, Language::of),
          session -> session.state().language());
  private static final Column<CheckoutSession, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, CheckoutSession::created);
  private static final Column<CheckoutSession, Instant> EXPIRES_AT =
      TABLE.column("expires_at", TIMESTAMPTZ, CheckoutSession::expires);
  private static final Column<CheckoutSession, Optional<Instant>> DUE_AT =
      TABLE.optional("due_at", TIMESTAMPTZ, session -> session.state().due());

  /** Inserts a session once: the page of a payment link assigns an id before the session exists. */
  private static final RecordStatement<CheckoutSession> INSERT =
      TABLE.insertOnceWithout("checkout_session.insert");

  private static final RecordStatement<CheckoutSession> TRY =
      TABLE.updateWhere(
          "checkout_session.try", "c.status = 'open'", TRIES, PAYMENT, PAYER_LANGUAGE, DUE_AT);

  private static final RecordStatement<CheckoutSession> END =
      TABLE.update("checkout_session.end", STATUS, SEQUENCE, DUE_AT);

  private static final RecordStatement<CheckoutSession> REOPEN =
      TABLE.update("checkout_session.reopen", STATUS, TRIES, PAYMENT, EXPIRES_AT, DUE_AT);

  private static final String SELECT = "SELECT * FROM checkout_session";

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  private static final String FIND_OF_PAYMENT =
      SELECT + " WHERE payment_id = ? AND realm_id = ? LIMIT 1";

  private static final String LIST_DUE =
      SELECT
          + """
           WHERE due_at <= ?
             AND realm_id >= ?
             AND realm_id <= ?
           ORDER BY due_at
           LIMIT ?
          """;

  private static final String NEXT_DUE =
      """
      SELECT min(due_at) AS due_at
        FROM checkout_session
       WHERE realm_id = ?
      """;

  /**
   * Lists the open sessions of a link for which no payment has begun, in the order of their expiry.
   * The index of due sessions has only open ones.
   */
  private static final String LIST_UNTRIED =
      SELECT
          + """
           WHERE realm_id = ?
             AND link_id = ?
             AND due_at <= ?
             AND tries = 0
           ORDER BY due_at
           LIMIT ?
          """;

  private static final String POSTPONE =
      """
      UPDATE checkout_session
         SET due_at = ?
       WHERE realm_id = ?
         AND id = ?
         AND status = 'open'
         AND version = ?
      """;

  private final Db db;

  public CheckoutSessionStore(Db db) {
    this.db = db;
  }

  /** The conditions of a list, all of which must hold. */
  public record SessionFilter(
      Optional<Status> status, Optional<PaymentLinkId> link, IdTime.Span created) {
    public static final SessionFilter ALL =
        new SessionFilter(Optional.empty(), Optional.empty(), IdTime.Span.ALWAYS);
  }

  static Write insert(CheckoutSession session) {
    return INSERT.row(session);
  }

  /** Returns whether this write is why a changeset failed: the session's id exists. */
  static boolean isInsert(Write write) {
    return INSERT.has(write);
  }

  /** Returns a write that requires an open session and no concurrent try. */
  static Write beginTry(CheckoutSession session) {
    return TRY.row(session);
  }

  static boolean isTry(Write write) {
    return TRY.has(write);
  }

  static Write end(CheckoutSession session) {
    return END.row(session);
  }

  static Write reopen(CheckoutSession session) {
    return REOPEN.row(session);
  }

  Optional<CheckoutSession> find(Realm realm, CheckoutSessionId id) {
    return db.findOne(FIND, CheckoutSessionStore::read, realm.id(), id.uuid());
  }

  /** Returns the session whose last try is this payment. */
  public Optional<CheckoutSession> findOfPayment(Realm realm, PaymentId payment) {
    return db.findOne(FIND_OF_PAYMENT, CheckoutSessionStore::read, payment.uuid(), realm.id());
  }

  /** Returns what the payer bought with a payment, a line each; empty if no cart lists it. */
  public List<String> listItems(Realm realm, PaymentId payment) {
    return findOfPayment(realm, payment).map(CheckoutSession::cart).stream()
        .flatMap(cart -> cart.lines().stream())
        .map(item -> item.quantity() + " x " + item.name())
        .toList();
  }

  /** Returns a page of sessions, newest first. */
  Page<CheckoutSession> list(Realm realm, SessionFilter filter, PageRequest page) {
    return new ListQuery(SELECT, realm)
        .and("status = ?", filter.status().map(Status::text))
        .and("link_id = ?", filter.link().map(PaymentLinkId::uuid))
        .createdIn(filter.created())
        .page(db, page, CheckoutSessionStore::read);
  }

  /** Returns sessions of all realms whose expiry check is due. */
  List<CheckoutSession> listDue(Instant now, int limit) {
    return db.list(
        LIST_DUE,
        CheckoutSessionStore::read,
        now,
        RealmClock.firstRealm(),
        RealmClock.lastRealm(),
        limit);
  }

  /** Returns when the next session of a realm is due. */
  Optional<Instant> findNextDue(Realm realm) {
    return db.findTime(NEXT_DUE, realm.id());
  }

  /** Returns open sessions of a link without a payment that are due until a time, oldest first. */
  List<CheckoutSession> listUntried(Realm realm, PaymentLinkId link, Instant due, int limit) {
    return db.list(LIST_UNTRIED, CheckoutSessionStore::read, realm.id(), link.uuid(), due, limit);
  }

  /** Sets the next check, unless a new try has set its own since. */
  void postpone(CheckoutSession session, Instant due) {
    db.update(POSTPONE, due, session.realm().id(), session.id().uuid(), session.state().version());
  }

  private static CheckoutSession read(ResultSet row) throws SQLException {
    return new CheckoutSession(
        REALM.of(row),
        ID.of(row),
        new Cart(
            new Money(AMOUNT.of(row), CURRENCY.of(row)),
            DESCRIPTION.of(row),
            LinesTable.read(LINE_ITEMS.of(row)),
            CAPTURE_METHOD.of(row),
            METADATA.of(row).map(Json::readStrings).orElse(Map.of())),
        new PageSettings(
            CUSTOMER.of(row),
            CUSTOMER_EMAIL.of(row),
            SUCCESS_URL.of(row),
            CANCEL_URL.of(row),
            LOCALE.of(row),
            METHODS.of(row).map(text -> List.of(text.split(" "))).orElse(List.of()),
            CheckoutFormats.connectors(CONNECTORS.of(row)),
            saving(row)),
        LINK.of(row),
        new State(
            VERSION.of(row),
            SEQUENCE.of(row),
            STATUS.of(row),
            TRIES.of(row),
            PAYMENT.of(row),
            PAYER_LANGUAGE.of(row),
            DUE_AT.of(row)),
        CREATED_AT.of(row),
        EXPIRES_AT.of(row));
  }

  private static Optional<Saving> saving(ResultSet row) throws SQLException {
    Optional<String> mandate = MANDATE_TEXT.of(row);
    return SAVES_METHOD.of(row).map(_ -> new Saving(mandate));
  }
}
