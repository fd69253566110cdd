package florin.alert;

import static org.assertj.core.api.Assertions.assertThat;

import florin.checkout.DeclinedCards;
import florin.connector.ConnectorName;
import florin.connector.instance.RealmConnectors.ConnectorHealth;
import florin.core.Id.BankStatementId;
import florin.core.Id.PaymentId;
import florin.core.Mode;
import florin.core.Realm;
import florin.db.DatabaseUnavailableException;
import florin.db.Db;
import florin.team.Role;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText;
import florin.testing.BankStatementText.Line;
import florin.testing.DashboardClient;
import florin.testing.Poison;
import florin.testing.Reply;
import florin.testing.TestApp;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The checks for alerts: when each alert starts and ends. */
@TestInstance(Lifecycle.PER_CLASS)
class AlertChecksTest {
  /** A card whose payments stay unresolved. */
  private static final String UNHEARD = "4000000000840027";

  private final TestApp florin = TestApp.open();

  private final Db db = new Db(florin.database());
  private final AlertStore store = new AlertStore(db);
  private List<Alert> beside = List.of();
  private boolean isBackupOverdue;

  @BeforeEach
  void forget() {
    beside = List.of();
    isBackupOverdue = false;
    florin.update("DELETE FROM alert");
    florin.update("DELETE FROM dispute");
    florin.update("UPDATE payment SET provider = NULL");
  }

  @AfterAll
  void close() {
    db.close();
    florin.close();
  }

  @Test
  void a_different_booked_amount_is_an_alert_until_a_person_declares_it() {
    var shop = new BankShop(florin);
    Waiting payment = shop.ask(500);
    booked(shop, "A-1", payment, 0, Line.credit(500, "A1", payment.reference()));
    String refund =
        florin.post("/v2/refunds", "{\"payment\": \"" + payment.id() + "\"}").text("/id");
    String account = florin.get("/v2/receiving_accounts").text("/data/0/id");
    String order =
        florin
            .post("/v2/payment_files", "{\"receiving_account\": \"" + account + "\"}")
            .text("/id");
    assertThat(differing()).isEmpty();

    String name = refund.replace("_", "").toUpperCase(Locale.ROOT);
    booked(shop, "A-2", payment, 500, Line.debit(499, "A2", name));

    assertThat(differing())
        .containsExactly(new Alert(florin.realm(), AlertKind.TRANSFER_DIFFERS, order));
    assertThat(AlertKind.TRANSFER_DIFFERS.path(order)).isEqualTo("/bank/payment-files/" + order);
    florin.update("UPDATE outgoing_transfer SET state = 'declared' WHERE state = 'other_amount'");
    florin.update("DELETE FROM alert");
    assertThat(differing()).isEmpty();
  }

  private static void booked(
      BankShop shop, String statement, Waiting payment, long opening, Line line) {
    shop.send(new BankStatementText(statement, payment.iban(), opening, List.of(line)).xml());
    shop.awaitMatched();
  }

  private List<Alert> differing() {
    return look(Instant.now()).stream()
        .filter(alert -> alert.kind() == AlertKind.TRANSFER_DIFFERS)
        .toList();
  }

  /** Runs the checks once for this time and these connectors. */
  private List<Alert> look(Instant now, ConnectorHealth... health) {
    look(now, () -> List.of(health), () -> beside);
    return store.list(florin.realm(), 100);
  }

  private void look(
      Instant now, Supplier<List<ConnectorHealth>> health, Supplier<List<Alert>> beside) {
    try (var alerts =
        new Alerts(
            db,
            store,
            checks(health, () -> beside.get().stream()),
            () -> now,
            new PrometheusRegistry())) {
      assertThat(alerts.look()).isFalse();
    }
  }

  /** Returns all checks. {@code beside} supplies the alerts that only this node reports. */
  private List<AlertCheck> checks(
      Supplier<List<ConnectorHealth>> health, Supplier<Stream<Alert>> beside) {
    var checks = new ArrayList<>(AlertChecks.ofDatabase(db));
    checks.add(AlertChecks.ofConnectors(health));
    checks.add(AlertChecks.ofStatements(beside));
    checks.add(AlertChecks.ofBackups(() -> isBackupOverdue));
    checks.add(AlertChecks.ofClock(() -> false));
    return checks;
  }

  /** Returns the alerts of one kind that the database shows at this time. */
  private List<Alert> found(Instant now, AlertKind kind) {
    return AlertChecks.ofDatabase(db).stream()
        .filter(check -> check.kinds().contains(kind))
        .flatMap(check -> check.alerts().apply(now).stream())
        .toList();
  }

  @Test
  void a_failing_source_does_not_end_its_own_alerts() {
    Instant now = Instant.now();
    beside = List.of(of(AlertKind.STATEMENT_REFUSED, "disk"));
    look(now, failing(true, false));
    assertThat(subjects()).containsOnly("disk", failing(true, false).name().id());

    look(afterTheEnd(now), List::of, AlertChecksTest::fail);
    assertThat(subjects()).containsOnly("disk");

    look(
        afterTheEnd(afterTheEnd(now)),
        AlertChecksTest::fail,
        () -> List.of(of(AlertKind.STATEMENT_REFUSED, "another")));
    assertThat(subjects()).containsOnly("another");
  }

  @Test
  void a_source_that_is_always_slow_hides_no_alert_of_another() {
    Supplier<List<ConnectorHealth>> slow =
        () -> {
          throw new DatabaseUnavailableException("planted", null);
        };
    look(Instant.now(), slow, () -> List.of(of(AlertKind.STATEMENT_REFUSED, "disk")));
    assertThat(subjects()).containsOnly("disk");
  }

  @Test
  void each_kind_has_one_check() {
    assertThat(checks(List::of, Stream::of).stream().flatMap(it -> it.kinds().stream()))
        .containsExactlyInAnyOrder(AlertKind.values());
  }

  private static <T> List<T> fail() {
    throw new IllegalStateException("planted");
  }

  private static Instant afterTheEnd(Instant seen) {
    return seen.plus(Alerts.ENDS_AFTER).plusSeconds(60);
  }

  private List<String> subjects() {
    return store.list(florin.realm(), 100).stream().map(Alert::subject).toList();
  }

  @Test
  void an_alert_that_cannot_be_raised_blocks_no_other_and_ends_none_of_its_kind() {
    Instant now = Instant.now();
    beside = List.of(of(AlertKind.STATEMENT_REFUSED, "disk"));
    look(now, failing(true, false));
    beside =
        List.of(of(AlertKind.STATEMENT_REFUSED, "poison"), of(AlertKind.STATEMENT_REFUSED, "good"));
    try (var _ = Poison.ofSlow(florin.database(), "INSERT", "alert", "NEW.subject = 'poison'")) {
      look(afterTheEnd(now));
      assertThat(subjects()).containsOnly("good", "disk");
    }
  }

  private ConnectorHealth failing(boolean circuit, boolean key) {
    var name = new ConnectorName("cn_01h455vb4pex5vsknk084sn02q", "stripe");
    return new ConnectorHealth(florin.realm(), name, circuit, key, 0);
  }

  private Alert of(AlertKind kind, String subject) {
    return new Alert(florin.realm(), kind, subject);
  }

  @Test
  void a_dispute_is_an_alert_while_it_is_open_and_for_a_week_after_a_loss() {
    String payment =
        florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242")).text("/id");
    Instant now = Instant.now();

    dispute(payment, "\"status\": \"under_review\", \"open\": true");
    assertThat(ofDisputes(now)).containsExactly(of(AlertKind.PAYMENT_DISPUTED, payment));

    dispute(payment, "\"status\": \"lost\", \"lost_at\": \"" + now.minusSeconds(60) + "\"");
    assertThat(ofDisputes(now)).containsExactly(of(AlertKind.DISPUTE_LOST, payment));
    assertThat(ofDisputes(now.plus(AlertChecks.DISPUTE_DECIDED))).isEmpty();

    dispute(payment, "\"status\": \"won\"");
    assertThat(ofDisputes(now)).isEmpty();
  }

  @Test
  void each_deadline_of_a_dispute_is_one_alert_unless_it_opened_later() {
    florin.post("/v2/payments", TestApp.payment(1000, "4000000000002685"));
    String dispute = florin.get("/v2/disputes").text("/data/0/id");
    Instant due = Instant.now().plus(Duration.ofDays(9));
    florin.update("UPDATE dispute SET due_by = '%s'".formatted(due));

    assertThat(deadlines(due.minus(Duration.ofDays(8)))).isEmpty();
    assertThat(deadlines(due.minus(Duration.ofDays(6))))
        .containsExactly(of(AlertKind.DISPUTE_DUE_IN_7_DAYS, dispute));
    assertThat(deadlines(due.minus(Duration.ofDays(2))))
        .containsExactly(of(AlertKind.DISPUTE_DUE_IN_3_DAYS, dispute));
    assertThat(deadlines(due.minus(Duration.ofHours(2))))
        .containsExactly(of(AlertKind.DISPUTE_DUE_IN_1_DAY, dispute));
    assertThat(deadlines(due)).isEmpty();

    florin.update("UPDATE dispute SET created_at = due_by - interval '5 days'");
    assertThat(deadlines(due.minus(Duration.ofDays(4)))).as("opened in the week").isEmpty();
    assertThat(deadlines(due.minus(Duration.ofDays(2))))
        .containsExactly(of(AlertKind.DISPUTE_DUE_IN_3_DAYS, dispute));
    florin.update("UPDATE dispute SET status = 'submitted'");
    assertThat(deadlines(due.minus(Duration.ofDays(2)))).as("has a response").isEmpty();
  }

  @Test
  void a_dispute_that_was_won_informs_for_a_week_and_is_not_counted() {
    florin.post("/v2/payments", TestApp.payment(1000, "4000000000002685"));
    String dispute = florin.get("/v2/disputes").text("/data/0/id");
    florin.post("/v2/test/disputes/" + dispute + "/win", "{}");
    Instant now = Instant.now();

    assertThat(ofKinds(now, EnumSet.of(AlertKind.DISPUTE_WON)))
        .containsExactly(of(AlertKind.DISPUTE_WON, dispute));
    assertThat(store.countByKind()).doesNotContainKey(AlertKind.DISPUTE_WON);
    assertThat(ofKinds(now.plus(Duration.ofDays(8)), EnumSet.of(AlertKind.DISPUTE_WON))).isEmpty();
  }

  private List<Alert> deadlines(Instant now) {
    florin.update("DELETE FROM alert");
    return ofKinds(
        now, EnumSet.range(AlertKind.DISPUTE_DUE_IN_7_DAYS, AlertKind.DISPUTE_DUE_IN_1_DAY));
  }

  private List<Alert> ofKinds(Instant now, Set<AlertKind> kinds) {
    return look(now).stream().filter(alert -> kinds.contains(alert.kind())).toList();
  }

  private void dispute(String payment, String state) {
    florin.update(
        "UPDATE payment SET provider = '{\"ids\": {}, \"dispute\": {\"reason\": \"fraudulent\", %s}}' WHERE id = '%s'"
            .formatted(state, PaymentId.KIND.parse(payment).orElseThrow().uuid()));
    florin.update("DELETE FROM alert");
  }

  private List<Alert> ofDisputes(Instant now) {
    Set<AlertKind> kinds = Set.of(AlertKind.PAYMENT_DISPUTED, AlertKind.DISPUTE_LOST);
    return ofKinds(now, kinds);
  }

  @Test
  void a_rejected_key_and_an_open_circuit_are_alerts_until_no_node_reports_them() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    String subject = failing(true, true).name().id();

    assertThat(look(now)).isEmpty();
    assertThat(look(now, failing(true, true)))
        .containsExactlyInAnyOrder(
            of(AlertKind.KEY_REFUSED, subject), of(AlertKind.CIRCUIT_OPEN, subject));
    Instant later = now.plus(Alerts.ENDS_AFTER).plusSeconds(1);
    assertThat(look(later, failing(false, true)))
        .containsExactly(of(AlertKind.KEY_REFUSED, subject));
    assertThat(store.raise(of(AlertKind.KEY_REFUSED, subject), later.plusSeconds(1)))
        .as("already open")
        .isFalse();
    assertThat(store.raise(of(AlertKind.CIRCUIT_OPEN, subject), later.plusSeconds(1)))
        .as("opened again after it was resolved")
        .isTrue();
  }

  @Test
  void only_a_payment_that_is_unresolved_for_an_hour_is_an_alert() {
    String payment = florin.post("/v2/payments", TestApp.payment(1000, UNHEARD)).text("/id");
    Instant now = Instant.now();

    assertThat(found(now, AlertKind.PAYMENT_OVERDUE)).isEmpty();
    assertThat(found(now.plus(AlertChecks.OVERDUE).plusSeconds(60), AlertKind.PAYMENT_OVERDUE))
        .containsExactly(of(AlertKind.PAYMENT_OVERDUE, payment));
  }

  @Test
  void an_unresolved_setup_is_an_alert_about_its_customer_whose_page_shows_it() {
    String customer = florin.post("/v2/customers", "{}").text("/id");
    Reply setup =
        florin.post(
            "/v2/setups",
            """
            {"customer": "%s", "payment_method": {"type": "card",
              "card": {"number": "%s", "exp_month": 12, "exp_year": 2040, "cvc": "123"}}}\
            """
                .formatted(customer, UNHEARD));
    assertThat(setup.text("/status")).as(setup.body()).isEqualTo("processing");
    // On a slow machine, an inquiry would resolve the setup before the page is read.
    florin.update(
        "UPDATE attempt SET version = version + 1, due_at = now() + interval '1 day' WHERE due_at IS NOT NULL");
    Instant later = Instant.now().plus(AlertChecks.OVERDUE).plusSeconds(60);

    // Other tests of this class leave payments that are overdue by then.
    assertThat(found(later, AlertKind.SETUP_OVERDUE))
        .filteredOn(alert -> alert.kind() == AlertKind.SETUP_OVERDUE)
        .containsExactly(of(AlertKind.SETUP_OVERDUE, customer));

    try (var owner = DashboardClient.of(florin, Role.OWNER)) {
      Reply page = owner.get("/dashboard" + AlertKind.SETUP_OVERDUE.path(customer));
      assertThat(page.status()).isEqualTo(200);
      assertThat(page.body()).contains("Setup in processing", setup.text("/id"));
    }
  }

  @Test
  void a_refund_pending_for_ten_days_is_a_separate_alert() {
    String payment =
        florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242")).text("/id");
    florin.post("/v2/refunds", "{\"payment\": \"" + payment + "\"}");
    florin.update(
        "UPDATE attempt SET status = 'pending', due_at = now() + interval '1 day' WHERE operation = 'refund' AND payment_id = '%s'"
            .formatted(PaymentId.KIND.parse(payment).orElseThrow().uuid()));
    var shop = new BankShop(florin);
    Waiting transfer = shop.ask(500);
    booked(shop, "R-1", transfer, 0, Line.credit(500, "R1", transfer.reference()));
    florin.post("/v2/refunds", "{\"payment\": \"" + transfer.id() + "\"}");
    Instant now = Instant.now();

    assertThat(found(now.plus(AlertChecks.OVERDUE).plusSeconds(60), AlertKind.REFUND_OVERDUE))
        .extracting(Alert::subject)
        .doesNotContain(payment, transfer.id());
    assertThat(
            found(now.plus(AlertChecks.OVERDUE_REFUND).plusSeconds(60), AlertKind.REFUND_OVERDUE))
        .contains(
            of(AlertKind.REFUND_OVERDUE, payment), of(AlertKind.BANK_REFUND_OVERDUE, transfer.id()))
        .doesNotContain(of(AlertKind.PAYMENT_OVERDUE, payment));
    assertThat(AlertKind.PAYMENT_OVERDUE.words())
        .contains("for an hour", "the provider's dashboard")
        .doesNotContain("ten days", "bank");
    assertThat(AlertKind.REFUND_OVERDUE.words())
        .contains("ten days", "the provider's dashboard")
        .doesNotContain("an hour", "bank");
    assertThat(AlertKind.BANK_REFUND_OVERDUE.words())
        .contains("ten days", "payment file")
        .doesNotContain("an hour", "provider");
    florin.update(
        "UPDATE attempt SET status = 'approved', due_at = NULL, resolved_at = now(), resolved_by = 'answer' WHERE operation = 'refund' AND status = 'pending'");
  }

  @Test
  void an_endpoint_that_fails_for_half_an_hour_is_an_alert_until_it_recovers() {
    String endpoint =
        florin.post("/v2/webhook_endpoints", "{\"url\": \"http://127.0.0.1:9/hook\"}").text("/id");
    Instant now = Instant.now();
    florin.update(
        "UPDATE webhook_endpoint SET failing_since = now() - interval '20 minutes', failures = 3");
    assertThat(found(now, AlertKind.ENDPOINT_FAILING)).as("not long enough").isEmpty();
    florin.update(
        "UPDATE webhook_endpoint SET failing_since = now() - interval '40 minutes', failures = 2");
    assertThat(found(now, AlertKind.ENDPOINT_FAILING)).as("too few failures").isEmpty();
    florin.update("UPDATE webhook_endpoint SET failures = 3");
    assertThat(found(now, AlertKind.ENDPOINT_FAILING))
        .containsExactly(of(AlertKind.ENDPOINT_FAILING, endpoint));
    florin.update("UPDATE webhook_endpoint SET status = 'disabled', disabled_reason = 'failing'");
    assertThat(found(now, AlertKind.ENDPOINT_FAILING))
        .containsExactly(of(AlertKind.ENDPOINT_DISABLED, endpoint));
    florin.update("UPDATE webhook_endpoint SET disabled_reason = 'requested'");
    assertThat(found(now, AlertKind.ENDPOINT_FAILING)).as("disabled on request").isEmpty();
  }

  @Test
  void a_statement_missing_for_a_day_is_an_alert_until_it_arrives_or_is_given_up() {
    var shop = new BankShop(florin);
    String iban = shop.ask(100).iban();
    shop.book(iban, Line.written(10, "G1", "x"));
    shop.skip(50);
    String behind = shop.book(iban, Line.written(20, "G3", "x")).text("/bank_statements/0/id");
    // Other tests have left gaps in the same account.
    florin.update(
        "UPDATE bank_statement SET gap = false WHERE id <> '%s'"
            .formatted(BankStatementId.KIND.parse(behind).orElseThrow().uuid()));
    Alert missing = of(AlertKind.STATEMENT_MISSING, behind);
    Instant now = Instant.now();

    assertThat(gaps(now.plus(AlertChecks.STATEMENT_MISSING).minusSeconds(60))).isEmpty();
    assertThat(gaps(now.plus(AlertChecks.STATEMENT_MISSING).plusSeconds(60)))
        .containsExactly(missing);
    assertThat(missing.kind().path(behind)).isEqualTo("/bank/statements");
    florin.update("DELETE FROM alert");
    assertThat(gaps(now.plus(AlertChecks.STATEMENT_GIVEN_UP).plusSeconds(60))).isEmpty();
    florin.update("UPDATE bank_statement SET gap = false");
    assertThat(gaps(now.plus(AlertChecks.STATEMENT_MISSING).plusSeconds(60))).isEmpty();
  }

  private List<Alert> gaps(Instant now) {
    return look(now).stream().filter(alert -> alert.kind() == AlertKind.STATEMENT_MISSING).toList();
  }

  @Test
  void card_testing_is_an_alert_until_no_source_is_refused() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    assertThat(look(now)).noneMatch(alert -> alert.kind() == AlertKind.CARD_TESTING);

    DeclinedCards.pay(florin, 10);
    assertThat(DeclinedCards.send(florin, "203.0.113.9", "4242424242424242", true).isRefused())
        .isTrue();
    Alert raised = of(AlertKind.CARD_TESTING, "brakes");
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(look(now)).contains(raised));

    florin
        .get("/v2/brakes")
        .texts("/data", "id")
        .forEach(id -> florin.post("/v2/brakes/" + id + "/release", "{}"));
    assertThat(look(now.plus(Alerts.ENDS_AFTER).plusSeconds(1))).doesNotContain(raised);
  }

  @Test
  void a_condition_that_one_node_reports_is_an_alert_while_it_reports_it() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    Alert refused = of(AlertKind.STATEMENT_REFUSED, "ba_01h455vb4pex5vsknk084sn02q");
    beside = List.of(refused);

    assertThat(look(now)).containsExactly(refused);
    beside = List.of();
    assertThat(look(now.plus(Alerts.ENDS_AFTER).plusSeconds(1))).isEmpty();
  }

  @Test
  void an_overdue_backup_is_reported_to_the_operators() {
    isBackupOverdue = true;

    look(Instant.now());

    assertThat(store.list(Realm.of(1, Mode.LIVE), 10)).containsExactly(Alert.ofBackups());
    assertThat(store.list(florin.realm(), 10)).isEmpty();
  }
}
