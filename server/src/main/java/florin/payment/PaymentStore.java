package florin.payment;

import florin.connector.Checks;
import florin.connector.ConnectorName;
import florin.connector.RiskLevel;
import florin.core.Advice;
import florin.core.Currency;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Money;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Db;
import florin.db.GroupRead;
import florin.db.ListQuery;
import florin.db.Statement;
import florin.db.Write;
import florin.http.Json;
import florin.payment.Payment.Instrument;
import florin.payment.Payment.Order;
import florin.payment.Payment.State;
import florin.payment.Payment.Verdict;
import florin.paymentmethod.CardSummary;
import florin.paymentmethod.PaymentMethodStore;
import florin.vault.Brand;
import florin.vault.Funding;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/** Payments in PostgreSQL. */
public final class PaymentStore implements AutoCloseable {
  /** The foreign key that a payment for a customer who never was violates. */
  static final String CUSTOMER_EXISTS = "payment_customer_exists";

  private static final Statement INSERT =
      Statement.insert(
          "payment",
          "id",
          """
          realm_id bigint, id uuid, version integer, sequence integer, status text, pending_operation text,
          amount bigint, currency text, amount_capturable bigint, amount_captured bigint, amount_refunded bigint,
          amount_refund_pending bigint, capture_method text, customer_id uuid, description text, metadata jsonb,
          receipt_email text, statement_descriptor text, payment_method_id uuid, card_brand text, card_last4 text,
          card_exp_month integer, card_exp_year integer, card_funding text, card_fingerprint text, connector text, connector_kind text,
          failure_code text, failure_decline_code text, failure_message text, failure_advice text, check_cvc text,
          check_address_line1 text, check_postal_code text, network_response_code text, risk_level text,
          created_at timestamptz, captured_at timestamptz, canceled_at timestamptz, cancellation_reason text,
          payment_method_created_at timestamptz, payment_method_customer_id uuid, payment_method_saved boolean,
          billing jsonb, return_url text, three_d_secure jsonb\
          """);

  /** Holds only if nobody has changed the payment since it was read. */
  private static final Statement UPDATE =
      Statement.guarded(
          "payment.update",
          "payment",
          "id",
          """
          realm_id bigint, id uuid, version integer, sequence integer, status text, pending_operation text,
          amount_capturable bigint, amount_captured bigint, amount_refunded bigint, amount_refund_pending bigint,
          failure_code text, failure_decline_code text, failure_message text, failure_advice text, check_cvc text,
          check_address_line1 text, check_postal_code text, network_response_code text, risk_level text,
          captured_at timestamptz, canceled_at timestamptz, cancellation_reason text, challenge text,
          action_url text, three_d_secure jsonb\
          """,
          """
          UPDATE payment p
             SET version = r.version,
                 sequence = r.sequence,
                 status = r.status,
                 pending_operation = r.pending_operation,
                 amount_capturable = r.amount_capturable,
                 amount_captured = r.amount_captured,
                 amount_refunded = r.amount_refunded,
                 amount_refund_pending = r.amount_refund_pending,
                 failure_code = r.failure_code,
                 failure_decline_code = r.failure_decline_code,
                 failure_message = r.failure_message,
                 failure_advice = r.failure_advice,
                 check_cvc = r.check_cvc,
                 check_address_line1 = r.check_address_line1,
                 check_postal_code = r.check_postal_code,
                 network_response_code = r.network_response_code,
                 risk_level = r.risk_level,
                 captured_at = r.captured_at,
                 canceled_at = r.canceled_at,
                 cancellation_reason = r.cancellation_reason,
                 challenge = r.challenge,
                 action_url = r.action_url,
                 three_d_secure = r.three_d_secure
            FROM :rows r
           WHERE p.realm_id = r.realm_id
             AND p.id = r.id
             AND p.version = r.version - 1
          RETURNING p.id\
          """);

  /** The same guard as {@link #UPDATE}, for what is said about a payment. */
  private static final Statement DESCRIBE =
      Statement.guarded(
          "payment.describe",
          "payment",
          "id",
          """
          realm_id bigint, id uuid, version integer, sequence integer, customer_id uuid, description text, metadata jsonb,
          receipt_email text\
          """,
          """
          UPDATE payment p
             SET version = r.version,
                 sequence = r.sequence,
                 customer_id = r.customer_id,
                 description = r.description,
                 metadata = r.metadata,
                 receipt_email = r.receipt_email
            FROM :rows r
           WHERE p.realm_id = r.realm_id
             AND p.id = r.id
             AND p.version = r.version - 1
          RETURNING p.id\
          """);

  private static final String FIND =
      """
      SELECT *
        FROM payment
       WHERE (realm_id, id) IN (SELECT * FROM unnest(?::bigint[], ?::uuid[]))
      """;

  /** The table is filled by package `report`, beside the way of payments. */
  private static final String OF_RECEIPT_EMAIL =
      "id IN (SELECT m.payment_id FROM payment_email m WHERE m.realm_id = payment.realm_id AND m.email = ?)";

  private final Db db;
  private final GroupRead<Key, Payment> reader;

  /** Where a payment stands: nobody can ask for it without saying in which realm. */
  record Key(Realm realm, PaymentId id) {}

  public PaymentStore(Db db) {
    this.db = db;
    this.reader = new GroupRead<>("payments", db, 2, PaymentStore::findAll);
  }

  static Write insert(Payment payment) {
    Order order = payment.order();
    State state = payment.state();
    Amounts amounts = state.amounts();
    Instrument instrument = payment.instrument();
    CardSummary card = instrument.card();
    Columns c = new Columns(state);
    return INSERT.row(
        payment.realm().id(),
        payment.id().uuid(),
        state.version(),
        state.sequence(),
        state.status().text(),
        c.pending,
        order.amount().minor(),
        order.amount().currency().code(),
        amounts.capturable().minor(),
        amounts.captured().minor(),
        amounts.refunded().minor(),
        amounts.refundPending().minor(),
        order.captureMethod().text(),
        order.customer().map(CustomerId::uuid),
        order.description(),
        Json.textUnlessEmpty(order.metadata()),
        order.receiptEmail(),
        order.statementDescriptor(),
        instrument.id().uuid(),
        card.brand().text(),
        card.last4(),
        card.expMonth(),
        card.expYear(),
        card.funding().text(),
        card.fingerprint(),
        payment.connector().id(),
        payment.connector().kind(),
        c.failureCode,
        c.declineCode,
        c.failureMessage,
        c.advice,
        c.cvc,
        c.line1,
        c.postalCode,
        c.responseCode,
        c.risk,
        payment.created(),
        state.captured(),
        state.canceled(),
        state.cancellationReason().map(CancellationReason::text),
        Optional.of(instrument.created()).filter(created -> !created.equals(payment.created())),
        instrument.customer().map(CustomerId::uuid),
        instrument.saved() ? Optional.of(true) : Optional.empty(),
        PaymentMethodStore.billingText(instrument.billing()),
        order.returnUrl().map(URI::toString),
        c.threeDSecure);
  }

  static Write update(Payment payment) {
    State state = payment.state();
    Amounts amounts = state.amounts();
    Columns c = new Columns(state);
    return UPDATE.row(
        payment.realm().id(),
        payment.id().uuid(),
        state.version(),
        state.sequence(),
        state.status().text(),
        c.pending,
        amounts.capturable().minor(),
        amounts.captured().minor(),
        amounts.refunded().minor(),
        amounts.refundPending().minor(),
        c.failureCode,
        c.declineCode,
        c.failureMessage,
        c.advice,
        c.cvc,
        c.line1,
        c.postalCode,
        c.responseCode,
        c.risk,
        state.captured(),
        state.canceled(),
        state.cancellationReason().map(CancellationReason::text),
        state.authentication().challenge(),
        state.authentication().page().map(URI::toString),
        c.threeDSecure);
  }

  static Write describe(Payment payment) {
    Order order = payment.order();
    return DESCRIBE.row(
        payment.realm().id(),
        payment.id().uuid(),
        payment.state().version(),
        payment.state().sequence(),
        order.customer().map(CustomerId::uuid),
        order.description(),
        Json.textUnlessEmpty(order.metadata()),
        order.receiptEmail());
  }

  /** A page of payments, newest first. */
  Page<Payment> list(Realm realm, PaymentFilter filter, SearchCriterion sought, PageRequest page) {
    return sought(new ListQuery("SELECT * FROM payment", realm), sought)
        .and("customer_id = ?", filter.customer().map(CustomerId::uuid))
        .and("status = ?", filter.status().map(Status::text))
        .and(filter.status().flatMap(PaymentStore::whereToFind))
        .and("currency = ?", filter.currency().map(Currency::code))
        .and("card_last4 = ?", filter.last4())
        .and("amount >= ?", filter.amount().map((min, _) -> boxed(min)))
        .and("amount <= ?", filter.amount().map((_, max) -> boxed(max)))
        .and("metadata @> ?::jsonb", Json.textUnlessEmpty(filter.metadata()))
        .createdIn(filter.created())
        .page(db, page, PaymentStore::read);
  }

  private static ListQuery sought(ListQuery query, SearchCriterion sought) {
    return switch (sought) {
      case SearchCriterion.Anything() -> query;
      case SearchCriterion.OfCustomer(CustomerId customer) ->
          query.and("customer_id = ?", customer.uuid());
      case SearchCriterion.Last4(String digits) -> query.and("card_last4 = ?", digits);
      case SearchCriterion.Amount(long minor, Set<Currency> currencies) ->
          query
              .and("amount = ?", minor)
              .and(
                  "currency = ANY(?)",
                  currencies.stream().map(Currency::code).toArray(String[]::new));
      case SearchCriterion.ReceiptEmail(String email) -> query.and(OF_RECEIPT_EMAIL, email);
      case SearchCriterion.Metadata(String key, String value) ->
          query.and("metadata @> ?::jsonb", Json.textUnlessEmpty(Map.of(key, value)));
    };
  }

  /**
   * Where the payments of a status are found: the second write of a payment touches no index of its
   * row, so none of those is by status. Most have succeeded: of them a page is found at once.
   */
  private static Optional<String> whereToFind(Status status) {
    return switch (status) {
      case SUCCEEDED -> Optional.empty();
      case PROCESSING ->
          Optional.of(
              "(realm_id, id) IN (SELECT realm_id, payment_id FROM attempt WHERE status IN ('begun', 'pending', 'unknown', 'reversing'))");
      case REQUIRES_ACTION, REQUIRES_CAPTURE, FAILED, CANCELED ->
          Optional.of(
              "(realm_id, id) IN (SELECT realm_id, id FROM payment_status WHERE status = '"
                  + status.text()
                  + "')");
    };
  }

  private static Optional<Long> boxed(OptionalLong value) {
    return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
  }

  public Optional<Payment> find(Realm realm, PaymentId id) {
    return reader.find(new Key(realm, id));
  }

  Payment get(Realm realm, PaymentId id) {
    return find(realm, id)
        .orElseThrow(() -> new IllegalStateException(id + " was there and is gone"));
  }

  @Override
  public void close() {
    reader.close();
  }

  /** What of a state is optional, as columns. */
  private static final class Columns {
    final Optional<String> pending;
    final Optional<String> failureCode;
    final Optional<String> declineCode;
    final Optional<String> failureMessage;
    final Optional<String> advice;
    final Optional<String> cvc;
    final Optional<String> line1;
    final Optional<String> postalCode;
    final Optional<String> responseCode;
    final Optional<String> risk;
    final Optional<String> threeDSecure;

    Columns(State state) {
      pending = state.pending().map(Operation::text);
      failureCode = state.failure().map(failure -> failure.code().text());
      declineCode = state.failure().flatMap(Failure::declineCode).map(DeclineCode::text);
      failureMessage = state.failure().map(Failure::message);
      advice = state.failure().flatMap(Failure::advice).map(Advice::text);
      cvc = state.verdict().checks().map(checks -> checks.cvc().text());
      line1 = state.verdict().checks().map(checks -> checks.addressLine1().text());
      postalCode = state.verdict().checks().map(checks -> checks.addressPostalCode().text());
      responseCode = state.verdict().responseCode();
      risk = state.verdict().riskLevel().map(RiskLevel::text);
      threeDSecure =
          state.authentication().result().flatMap(result -> Json.textUnlessEmpty(result.texts()));
    }
  }

  private static Map<Key, Payment> findAll(Connection connection, List<Key> keys)
      throws SQLException {
    Long[] realms = keys.stream().map(key -> key.realm().id()).toArray(Long[]::new);
    UUID[] ids = keys.stream().map(key -> key.id().uuid()).toArray(UUID[]::new);
    var found = new HashMap<Key, Payment>();
    for (Payment payment : Db.query(connection, FIND, PaymentStore::read, realms, ids)) {
      found.put(new Key(payment.realm(), payment.id()), payment);
    }
    return found;
  }

  static Payment read(ResultSet row) throws SQLException {
    Currency currency = Currency.get(row.getString("currency"));
    Amounts amounts = readAmounts(row, currency);
    return new Payment(
        new Realm(row.getLong("realm_id")),
        new PaymentId(row.getObject("id", UUID.class)),
        Db.getInstant(row, "created_at"),
        readOrder(row, amounts.total()),
        readInstrument(row),
        new ConnectorName(row.getString("connector"), row.getString("connector_kind")),
        readState(row, amounts));
  }

  private static Amounts readAmounts(ResultSet row, Currency currency) throws SQLException {
    return new Amounts(
        new Money(row.getLong("amount"), currency),
        new Money(row.getLong("amount_capturable"), currency),
        new Money(row.getLong("amount_captured"), currency),
        new Money(row.getLong("amount_refunded"), currency),
        new Money(row.getLong("amount_refund_pending"), currency));
  }

  private static Order readOrder(ResultSet row, Money amount) throws SQLException {
    return new Order(
        amount,
        CaptureMethod.of(row.getString("capture_method")),
        Optional.ofNullable(row.getObject("customer_id", UUID.class)).map(CustomerId::new),
        text(row, "description"),
        text(row, "metadata").map(Json::readStrings).orElse(Map.of()),
        text(row, "receipt_email"),
        text(row, "statement_descriptor"),
        text(row, "return_url").map(URI::create));
  }

  private static Instrument readInstrument(ResultSet row) throws SQLException {
    return new Instrument(
        new PaymentMethodId(row.getObject("payment_method_id", UUID.class)),
        new CardSummary(
            Brand.ofText(row.getString("card_brand")),
            row.getString("card_last4"),
            row.getInt("card_exp_month"),
            row.getInt("card_exp_year"),
            Funding.ofText(row.getString("card_funding")),
            text(row, "card_fingerprint")),
        PaymentMethodStore.readBilling(row.getString("billing")),
        Db.findInstant(row, "payment_method_created_at").orElse(Db.getInstant(row, "created_at")),
        Optional.ofNullable(row.getObject("payment_method_customer_id", UUID.class))
            .map(CustomerId::new),
        row.getBoolean("payment_method_saved"));
  }

  private static State readState(ResultSet row, Amounts amounts) throws SQLException {
    return new State(
        row.getInt("version"),
        row.getInt("sequence"),
        Status.of(row.getString("status")),
        text(row, "pending_operation").map(Operation::of),
        amounts,
        readFailure(row),
        readVerdict(row),
        Db.findInstant(row, "captured_at"),
        Db.findInstant(row, "canceled_at"),
        text(row, "cancellation_reason").map(CancellationReason::of),
        new Authentication(
            text(row, "challenge"),
            text(row, "action_url").map(URI::create),
            text(row, "three_d_secure").map(Json::readStrings).map(ThreeDSecure::ofTexts)));
  }

  private static Optional<Failure> readFailure(ResultSet row) throws SQLException {
    Optional<String> code = text(row, "failure_code");
    if (code.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Failure(
            ErrorCode.of(code.get()),
            text(row, "failure_decline_code").map(DeclineCode::of),
            row.getString("failure_message"),
            text(row, "failure_advice").map(Advice::of)));
  }

  private static Verdict readVerdict(ResultSet row) throws SQLException {
    Optional<String> cvc = text(row, "check_cvc");
    Optional<Checks> checks =
        cvc.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new Checks(
                    Checks.Check.of(cvc.get()),
                    Checks.Check.of(row.getString("check_address_line1")),
                    Checks.Check.of(row.getString("check_postal_code"))));
    return new Verdict(
        text(row, "network_response_code"), checks, text(row, "risk_level").map(RiskLevel::of));
  }

  private static Optional<String> text(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getString(column));
  }
}
