package florin.payment.store;

import static florin.db.SqlType.BIGINT;
import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.JSONB;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;
import static java.time.temporal.ChronoUnit.SECONDS;

import florin.connector.Checks;
import florin.connector.Checks.Check;
import florin.connector.ConnectorName;
import florin.connector.OffSessionReason;
import florin.connector.ProviderDispute;
import florin.connector.ProviderDispute.DisputeStatus;
import florin.connector.RiskLevel;
import florin.connector.ThreeDSecure;
import florin.core.Advice;
import florin.core.Currency;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Id.CustomerId;
import florin.core.Id.MandateId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Column;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Table;
import florin.http.Json;
import florin.http.JsonFields;
import florin.instrument.Instrument;
import florin.mandate.MandateUse;
import florin.mandate.MandateUse.Consent;
import florin.mandate.MandateUse.OffSession;
import florin.payment.machine.Amounts;
import florin.payment.machine.AtProvider;
import florin.payment.machine.AtProvider.DisputedMoney;
import florin.payment.machine.Authentication;
import florin.payment.machine.CancellationReason;
import florin.payment.machine.CaptureMethod;
import florin.payment.machine.Failure;
import florin.payment.machine.Operation;
import florin.payment.machine.Payment;
import florin.payment.machine.Payment.Method;
import florin.payment.machine.Payment.NetworkResult;
import florin.payment.machine.Payment.PaymentTerms;
import florin.payment.machine.Payment.State;
import florin.payment.machine.Status;
import florin.paymentmethod.BillingDetails;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The columns of table `payment`, and how rows are written and read. */
final class PaymentTable {
  private static final Table<Payment> TABLE = new Table<>("payment", "p");

  private static final SqlType<Check> CHECK = TEXT.as(Check::text, Check::of);

  private static final Column<Payment, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, Payment::realm);
  private static final Column<Payment, PaymentId> ID =
      TABLE.column("id", UUID.as(PaymentId::uuid, PaymentId::new), Payment::id);

  private static final Column<Payment, Integer> VERSION =
      TABLE.column("version", INTEGER, state(State::version));
  private static final Column<Payment, Integer> SEQUENCE =
      TABLE.column("sequence", INTEGER, state(State::sequence));
  private static final Column<Payment, Status> STATUS =
      TABLE.column("status", TEXT.as(Status::text, Status::of), Payment::status);
  private static final Column<Payment, Optional<Operation>> PENDING =
      TABLE.optional(
          "pending_operation", TEXT.as(Operation::text, Operation::of), state(State::pending));

  private static final Column<Payment, Long> AMOUNT = amount("amount", Amounts::total);
  private static final Column<Payment, Currency> CURRENCY =
      TABLE.column(
          "currency", TEXT.as(Currency::code, Currency::get), order(o -> o.amount().currency()));
  private static final Column<Payment, Long> CAPTURABLE =
      amount("amount_capturable", Amounts::capturable);
  private static final Column<Payment, Long> CAPTURED =
      amount("amount_captured", Amounts::captured);
  private static final Column<Payment, Long> REFUNDED =
      amount("amount_refunded", Amounts::refunded);
  private static final Column<Payment, Long> REFUND_PENDING =
      amount("amount_refund_pending", Amounts::refundPending);

  private static final Column<Payment, CaptureMethod> CAPTURE_METHOD =
      TABLE.column(
          "capture_method",
          TEXT.as(CaptureMethod::text, CaptureMethod::of),
          order(PaymentTerms::captureMethod));
  private static final Column<Payment, Optional<CustomerId>> CUSTOMER =
      TABLE.optional(
          "customer_id", UUID.as(CustomerId::uuid, CustomerId::new), order(PaymentTerms::customer));
  private static final Column<Payment, Optional<String>> DESCRIPTION =
      TABLE.optional("description", TEXT, order(PaymentTerms::description));
  private static final Column<Payment, Optional<String>> METADATA =
      TABLE.optional("metadata", JSONB, order(o -> Json.textUnlessEmpty(o.metadata())));
  private static final Column<Payment, Optional<String>> RECEIPT_EMAIL =
      TABLE.optional("receipt_email", TEXT, order(PaymentTerms::receiptEmail));
  private static final Column<Payment, Optional<String>> STATEMENT_DESCRIPTOR =
      TABLE.optional("statement_descriptor", TEXT, order(PaymentTerms::statementDescriptor));

  private static final Column<Payment, PaymentMethodId> METHOD_ID =
      TABLE.column(
          "payment_method_id",
          UUID.as(PaymentMethodId::uuid, PaymentMethodId::new),
          payment -> payment.method().id());
  private static final Column<Payment, Instrument.Type> METHOD_TYPE =
      TABLE.column(
          "method_type",
          TEXT.as(Instrument.Type::text, Instrument.Type::ofText),
          payment -> payment.method().instrument().type());
  private static final Column<Payment, String> METHOD =
      TABLE.column("method", JSONB, PaymentTable::method);
  private static final Column<Payment, String> CONNECTOR =
      TABLE.column("connector", TEXT, payment -> payment.connector().id());
  private static final Column<Payment, String> CONNECTOR_KIND =
      TABLE.column("connector_kind", TEXT, payment -> payment.connector().kind());

  private static final Column<Payment, Optional<ErrorCode>> FAILURE_CODE =
      TABLE.optional(
          "failure_code",
          TEXT.as(ErrorCode::text, ErrorCode::of),
          failure(f -> Optional.of(f.code())));
  private static final Column<Payment, Optional<DeclineCode>> FAILURE_DECLINE_CODE =
      TABLE.optional(
          "failure_decline_code",
          TEXT.as(DeclineCode::text, DeclineCode::of),
          failure(Failure::declineCode));
  private static final Column<Payment, Optional<String>> FAILURE_MESSAGE =
      TABLE.optional("failure_message", TEXT, failure(f -> Optional.of(f.message())));
  private static final Column<Payment, Optional<Advice>> FAILURE_ADVICE =
      TABLE.optional("failure_advice", TEXT.as(Advice::text, Advice::of), failure(Failure::advice));

  private static final Column<Payment, Optional<Check>> CHECK_CVC =
      TABLE.optional("check_cvc", CHECK, checks(Checks::cvc));
  private static final Column<Payment, Optional<Check>> CHECK_ADDRESS_LINE1 =
      TABLE.optional("check_address_line1", CHECK, checks(Checks::addressLine1));
  private static final Column<Payment, Optional<Check>> CHECK_POSTAL_CODE =
      TABLE.optional("check_postal_code", CHECK, checks(Checks::addressPostalCode));
  private static final Column<Payment, Optional<String>> RESPONSE_CODE =
      TABLE.optional("network_response_code", TEXT, state(s -> s.networkResult().responseCode()));
  private static final Column<Payment, Optional<RiskLevel>> RISK_LEVEL =
      TABLE.optional(
          "risk_level",
          TEXT.as(RiskLevel::text, RiskLevel::of),
          state(s -> s.networkResult().riskLevel()));

  private static final Column<Payment, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, Payment::created);
  private static final Column<Payment, Optional<Instant>> CAPTURED_AT =
      TABLE.optional("captured_at", TIMESTAMPTZ, state(State::captured));
  private static final Column<Payment, Optional<Instant>> CANCELED_AT =
      TABLE.optional("canceled_at", TIMESTAMPTZ, state(State::canceled));
  private static final Column<Payment, Optional<CancellationReason>> CANCELLATION_REASON =
      TABLE.optional(
          "cancellation_reason",
          TEXT.as(CancellationReason::text, CancellationReason::of),
          state(State::cancellationReason));

  private static final Column<Payment, Optional<URI>> RETURN_URL =
      TABLE.optional(
          "return_url", TEXT.as(URI::toString, URI::create), order(PaymentTerms::returnUrl));
  private static final Column<Payment, Optional<String>> CHALLENGE =
      TABLE.optional("challenge", TEXT, state(s -> s.authentication().challenge()));
  private static final Column<Payment, Optional<String>> ACTION_URL =
      TABLE.optional("action_url", TEXT, state(s -> s.authentication().page().map(URI::toString)));
  private static final Column<Payment, Optional<String>> THREE_D_SECURE =
      TABLE.optional("three_d_secure", JSONB, PaymentTable::threeDSecure);

  private static final Column<Payment, Optional<String>> PROVIDER =
      TABLE.optional("provider", JSONB, state(s -> s.provider().map(PaymentTable::provider)));

  /** Inserts a payment without provider details, because the provider has not reported any yet. */
  static final RecordStatement<Payment> INSERT =
      TABLE.insertWithout(PROVIDER).sentAs("payment_insert_row");

  /**
   * Updates all of a payment's state, only if no process has changed the payment since it was read.
   */
  static final RecordStatement<Payment> UPDATE =
      TABLE
          .update(
              "payment.update",
              SEQUENCE,
              STATUS,
              PENDING,
              CAPTURABLE,
              CAPTURED,
              REFUNDED,
              REFUND_PENDING,
              FAILURE_CODE,
              FAILURE_DECLINE_CODE,
              FAILURE_MESSAGE,
              FAILURE_ADVICE,
              CHECK_CVC,
              CHECK_ADDRESS_LINE1,
              CHECK_POSTAL_CODE,
              RESPONSE_CODE,
              RISK_LEVEL,
              CAPTURED_AT,
              CANCELED_AT,
              CANCELLATION_REASON,
              CHALLENGE,
              ACTION_URL,
              THREE_D_SECURE)
          .sentAs("payment_update_row");

  /**
   * Updates the state and the instrument, if more of the instrument became known, from a provider
   * for example.
   */
  static final RecordStatement<Payment> UPDATE_WITH_METHOD =
      TABLE.update(
          "payment.update_with_method",
          SEQUENCE,
          STATUS,
          PENDING,
          CAPTURABLE,
          CAPTURED,
          REFUNDED,
          REFUND_PENDING,
          METHOD_TYPE,
          METHOD,
          FAILURE_CODE,
          FAILURE_DECLINE_CODE,
          FAILURE_MESSAGE,
          FAILURE_ADVICE,
          CHECK_CVC,
          CHECK_ADDRESS_LINE1,
          CHECK_POSTAL_CODE,
          RESPONSE_CODE,
          RISK_LEVEL,
          CAPTURED_AT,
          CANCELED_AT,
          CANCELLATION_REASON,
          CHALLENGE,
          ACTION_URL,
          THREE_D_SECURE,
          PROVIDER);

  /**
   * Updates customer, description, metadata and receipt email, with the same guard as {@link
   * #UPDATE}.
   */
  static final RecordStatement<Payment> DESCRIBE =
      TABLE.update("payment.describe", SEQUENCE, CUSTOMER, DESCRIPTION, METADATA, RECEIPT_EMAIL);

  private PaymentTable() {}

  private static <V> Function<Payment, V> order(Function<PaymentTerms, V> value) {
    return payment -> value.apply(payment.terms());
  }

  private static <V> Function<Payment, V> state(Function<State, V> value) {
    return payment -> value.apply(payment.state());
  }

  private static <V> Function<Payment, Optional<V>> failure(Function<Failure, Optional<V>> value) {
    return payment -> payment.state().failure().flatMap(value);
  }

  private static Function<Payment, Optional<Check>> checks(Function<Checks, Check> value) {
    return payment -> payment.state().networkResult().checks().map(value);
  }

  private static Column<Payment, Long> amount(String column, Function<Amounts, Money> value) {
    return TABLE.column(column, BIGINT, payment -> value.apply(payment.state().amounts()).minor());
  }

  private static String method(Payment payment) {
    Method method = payment.method();
    var fields = new JsonFields.Writer();
    method.instrument().store(fields);
    if (!method.created().equals(payment.created())) {
      fields.put("created_at", method.created().toString());
    }
    return fields
        .put("customer_id", method.customer().map(customer -> customer.uuid().toString()))
        .putIf("saved", method.saved())
        .putObject("off_session", method.offSession().map(PaymentTable::offSession))
        .putObject("consent", method.consent().map(PaymentTable::consent))
        .put("locale", payment.terms().locale())
        .put("billing", method.billing().texts())
        .text();
  }

  private static Method readMethod(ResultSet row, JsonFields fields) throws SQLException {
    Optional<Instant> created = fields.findText("created_at").map(Instant::parse);
    return new Method(
        METHOD_ID.of(row),
        Instrument.of(METHOD_TYPE.of(row), fields),
        BillingDetails.of(fields.texts("billing")),
        created.isPresent() ? created.get() : CREATED_AT.of(row),
        fields.findText("customer_id").map(java.util.UUID::fromString).map(CustomerId::new),
        fields.has("saved"),
        fields
            .findFields("off_session")
            .<MandateUse>map(PaymentTable::readOffSession)
            .or(() -> fields.findFields("consent").map(PaymentTable::readConsent)));
  }

  private static JsonFields.Writer offSession(OffSession charge) {
    return new JsonFields.Writer()
        .put("reason", charge.reason().text())
        .put("mandate_id", charge.mandate().uuid().toString())
        .put("recovers_id", charge.recovers().map(first -> first.uuid().toString()));
  }

  private static OffSession readOffSession(JsonFields fields) {
    return new OffSession(
        OffSessionReason.of(fields.text("reason")),
        new MandateId(java.util.UUID.fromString(fields.text("mandate_id"))),
        fields.findText("recovers_id").map(java.util.UUID::fromString).map(PaymentId::new));
  }

  private static JsonFields.Writer consent(Consent consent) {
    return new JsonFields.Writer()
        .put("text", consent.text())
        .put("accepted_at", consent.accepted().toString())
        .put("ip_address", consent.ipAddress())
        .put("user_agent", consent.userAgent())
        .put("expires_at", consent.expires().map(Instant::toString));
  }

  private static Consent readConsent(JsonFields fields) {
    return new Consent(
        fields.text("text"),
        Instant.parse(fields.text("accepted_at")),
        fields.findText("ip_address"),
        fields.findText("user_agent"),
        fields.findText("expires_at").map(Instant::parse));
  }

  private static String provider(AtProvider provider) {
    return new JsonFields.Writer()
        .put("ids", provider.ids())
        .put("page", provider.page().map(URI::toString))
        .putObject("dispute", provider.dispute().map(dispute -> dispute(dispute, provider)))
        .put("differs_at", provider.differs().map(Instant::toString))
        .text();
  }

  /** Writes a dispute. `open` and `lost_at` have indexes. */
  private static JsonFields.Writer dispute(ProviderDispute dispute, AtProvider provider) {
    return new JsonFields.Writer()
        .put("id", dispute.id())
        .put("status", dispute.status().text())
        .putIf("open", dispute.isOpen())
        .put("amount", dispute.amount().map(PaymentTable::minor))
        .put("currency", dispute.amount().map(money -> money.currency().code()))
        .put("reason", dispute.reason())
        .put("due_by", dispute.dueBy().map(Instant::toString))
        .put("amount_held", provider.disputed().held().map(PaymentTable::minor))
        .put("amount_lost", provider.disputed().lost().map(PaymentTable::minor))
        .put("lost_at", provider.disputeLost().map(at -> at.truncatedTo(SECONDS).toString()));
  }

  private static String minor(Money money) {
    return Long.toString(money.minor());
  }

  private static ProviderDispute readDispute(JsonFields fields) {
    return new ProviderDispute(
        fields.findText("id"),
        DisputeStatus.of(fields.text("status")),
        fields
            .findText("amount")
            .map(minor -> new Money(Long.parseLong(minor), Currency.get(fields.text("currency")))),
        fields.text("reason"),
        fields.findText("due_by").map(Instant::parse));
  }

  /** A dispute from before these sums were stored counts alone. */
  private static DisputedMoney readDisputed(JsonFields fields, Currency currency) {
    ProviderDispute alone = readDispute(fields);
    return new DisputedMoney(
        readMoney(fields, "amount_held", currency)
            .or(() -> alone.amount().filter(_ -> alone.isHeld())),
        readMoney(fields, "amount_lost", currency)
            .or(() -> alone.amount().filter(_ -> alone.isLost())));
  }

  private static Optional<Money> readMoney(JsonFields fields, String name, Currency currency) {
    return fields.findText(name).map(minor -> new Money(Long.parseLong(minor), currency));
  }

  private static AtProvider readProvider(String json, Currency currency) {
    JsonFields fields = JsonFields.of(json);
    Optional<JsonFields> dispute = fields.findFields("dispute");
    return new AtProvider(
        fields.texts("ids"),
        fields.findText("page").map(URI::create),
        dispute.map(PaymentTable::readDispute),
        dispute
            .map(it -> readDisputed(it, currency))
            .orElseGet(() -> new DisputedMoney(Optional.empty(), Optional.empty())),
        dispute.flatMap(it -> it.findText("lost_at")).map(Instant::parse),
        fields.findText("differs_at").map(Instant::parse));
  }

  private static Optional<String> threeDSecure(Payment payment) {
    return payment
        .state()
        .authentication()
        .result()
        .flatMap(result -> Json.textUnlessEmpty(result.texts()));
  }

  static Payment read(ResultSet row) throws SQLException {
    Amounts amounts = readAmounts(row);
    JsonFields fields = JsonFields.of(METHOD.of(row));
    return new Payment(
        REALM.of(row),
        ID.of(row),
        CREATED_AT.of(row),
        readOrder(row, amounts.total(), fields),
        readMethod(row, fields),
        new ConnectorName(CONNECTOR.of(row), CONNECTOR_KIND.of(row)),
        readState(row, amounts));
  }

  private static Amounts readAmounts(ResultSet row) throws SQLException {
    Currency currency = CURRENCY.of(row);
    return new Amounts(
        new Money(AMOUNT.of(row), currency),
        new Money(CAPTURABLE.of(row), currency),
        new Money(CAPTURED.of(row), currency),
        new Money(REFUNDED.of(row), currency),
        new Money(REFUND_PENDING.of(row), currency));
  }

  private static PaymentTerms readOrder(ResultSet row, Money amount, JsonFields fields)
      throws SQLException {
    return new PaymentTerms(
        amount,
        CAPTURE_METHOD.of(row),
        CUSTOMER.of(row),
        DESCRIPTION.of(row),
        METADATA.of(row).map(Json::readStrings).orElse(Map.of()),
        RECEIPT_EMAIL.of(row),
        STATEMENT_DESCRIPTOR.of(row),
        RETURN_URL.of(row),
        fields.findText("locale"));
  }

  private static State readState(ResultSet row, Amounts amounts) throws SQLException {
    return new State(
        VERSION.of(row),
        SEQUENCE.of(row),
        STATUS.of(row),
        PENDING.of(row),
        amounts,
        readFailure(row),
        readVerdict(row),
        CAPTURED_AT.of(row),
        CANCELED_AT.of(row),
        CANCELLATION_REASON.of(row),
        new Authentication(
            CHALLENGE.of(row),
            ACTION_URL.of(row).map(URI::create),
            THREE_D_SECURE.of(row).map(Json::readStrings).map(ThreeDSecure::ofTexts)),
        PROVIDER.of(row).map(json -> readProvider(json, amounts.total().currency())));
  }

  private static Optional<Failure> readFailure(ResultSet row) throws SQLException {
    Optional<ErrorCode> code = FAILURE_CODE.of(row);
    return code.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Failure(
                code.get(),
                FAILURE_DECLINE_CODE.of(row),
                FAILURE_MESSAGE.of(row).orElseThrow(),
                FAILURE_ADVICE.of(row)));
  }

  private static NetworkResult readVerdict(ResultSet row) throws SQLException {
    Optional<Check> cvc = CHECK_CVC.of(row);
    Optional<Checks> checks =
        cvc.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new Checks(
                    cvc.get(),
                    CHECK_ADDRESS_LINE1.of(row).orElseThrow(),
                    CHECK_POSTAL_CODE.of(row).orElseThrow()));
    return new NetworkResult(RESPONSE_CODE.of(row), checks, RISK_LEVEL.of(row));
  }
}
