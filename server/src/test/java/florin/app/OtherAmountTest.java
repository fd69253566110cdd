package florin.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.app.App.Networks;
import florin.config.Config;
import florin.connector.AuthorizeRequest;
import florin.connector.Capabilities;
import florin.connector.Connector;
import florin.connector.Deadline;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.Inquiry.InquiryRequest;
import florin.connector.OperationKind;
import florin.connector.Outcome;
import florin.connector.ResumeRequest;
import florin.connector.simulator.Audit;
import florin.core.Id.PaymentId;
import florin.core.Mode;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Db;
import florin.db.PostgresAddress;
import florin.db.TestPostgres;
import florin.payment.execution.CrashPoint;
import florin.payment.machine.Attempt.Owner;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A network that approves half of the requested amount. However the approval arrives, Florin never
 * treats it as the full amount.
 */
@TestInstance(Lifecycle.PER_CLASS)
class OtherAmountTest {
  private static final String GOOD = "4242424242424242";
  private static final String UNHEARD = "4000000000840027";
  private static final String PENDING = "4000000000840118";
  private static final String LATE = "4000000000840035";
  private static final String CHALLENGED = "4000000000003220";
  private static final String REFUND_UNHEARD = "4000000000840159";

  private final PostgresAddress database = TestPostgres.freshDatabase();
  private final Halving network = new Halving();
  private final AtomicBoolean fails = new AtomicBoolean();
  private App app;
  private TestClient client;

  @BeforeAll
  void open() throws IOException {
    Path folder = Path.of("target", "test-apps", UUID.randomUUID().toString());
    Files.createDirectories(folder);
    app =
        App.open(
            Config.of("127.0.0.1", 0, folder, Map.of()),
            database,
            new Owner(UUID.randomUUID(), UUID.randomUUID()),
            this::at,
            new Networks(network::before, List.of()));
    String key =
        Files.readAllLines(folder.resolve("test-keys.env")).stream()
            .filter(line -> line.startsWith("FLORIN_TEST_SECRET_KEY="))
            .map(line -> line.substring(line.indexOf('=') + 1))
            .findFirst()
            .orElseThrow();
    client = new TestClient(app.port(), key);
  }

  private void at(CrashPoint.Step step) {
    if (step == CrashPoint.Step.REVERSED && fails.getAndSet(false)) {
      throw new IllegalStateException("the request ends here");
    }
  }

  @AfterEach
  void behave() {
    network.halves = false;
    network.refusesToCancel = false;
  }

  @AfterAll
  void close() {
    client.close();
    app.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"automatic", "manual"})
  void a_partial_authorization_is_reversed_and_declined_immediately(String captureMethod) {
    network.halves = true;
    String key = "partial-" + captureMethod;

    Reply declined = pay(GOOD, captureMethod, key);

    assertThat(declined.status()).as(declined.body()).isEqualTo(402);
    assertThat(declined.text("/error/code")).isEqualTo("card_declined");
    assertThat(declined.text("/error/decline_code")).isEqualTo("insufficient_funds");
    assertUndone(declined.text("/error/payment"));
    assertThat(pay(GOOD, captureMethod, key).body()).isEqualTo(declined.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {UNHEARD, PENDING})
  void an_authorization_found_to_be_partial_is_reversed_and_declined(String card) {
    network.halves = true;

    String payment = pay(card, "automatic", "found-" + card.substring(12)).text("/id");

    within().until(() -> status(payment).equals("failed"));
    assertUndone(payment);
  }

  @Test
  void a_partial_authorization_after_the_payers_action_is_reversed_and_declined() {
    Reply made = pay(CHALLENGED, "automatic", "challenged");
    assertThat(made.text("/status")).isEqualTo("requires_action");
    network.halves = true;

    client.send(
        client
            .request(
                URI.create(made.text("/next_action/redirect_to_url/url")).getPath() + "/complete")
            .POST(BodyPublishers.noBody())
            .build());

    within().until(() -> status(made.text("/id")).equals("failed"));
    assertUndone(made.text("/id"));
  }

  @Test
  void a_partial_approval_after_the_reversal_is_reversed_again() {
    network.halves = true;

    String payment = pay(LATE, "automatic", "late").text("/id");

    within().until(() -> attempts(payment).texts("/attempts", "operation").size() == 3);
    assertThat(status(payment)).isEqualTo("failed");
    assertThat(net(payment)).isZero();
  }

  @Test
  void an_unacknowledged_reversal_is_requested_again_and_keeps_its_reason() {
    network.halves = true;
    network.refusesToCancel = true;

    Reply made = pay(GOOD, "automatic", "unacknowledged");

    assertThat(made.status()).isEqualTo(200);
    assertThat(made.text("/status")).isEqualTo("processing");
    network.refusesToCancel = false;
    within().until(() -> status(made.text("/id")).equals("failed"));
    assertUndone(made.text("/id"));
  }

  @Test
  void a_crash_between_the_reversal_and_its_commit_keeps_the_reason() {
    network.halves = true;
    fails.set(true);

    assertThat(pay(GOOD, "automatic", "dies").status()).isEqualTo(500);

    String payment = client.get("/v2/payments?limit=1").texts("/data", "id").getFirst();
    assertThat(status(payment)).isEqualTo("processing");
    dueNow(payment);
    within().until(() -> status(payment).equals("failed"));
    assertUndone(payment);
    assertThat(pay(GOOD, "automatic", "dies").text("/error/decline_code"))
        .isEqualTo("insufficient_funds");
  }

  @Test
  void a_partial_capture_stays_open_with_both_amounts_until_the_network_corrects_it() {
    double before = counted("capture");
    String payment = pay(GOOD, "manual", "capture").text("/id");
    network.halves = true;

    Reply answer = client.post("/v2/payments/" + payment + "/capture", "{}", "capture-it");

    assertThat(answer.text("/status")).isEqualTo("processing");
    assertThat(answer.number("/amount_captured")).isZero();
    assertOpen(payment, "capture", 1000);
    assertThat(counted("capture")).isEqualTo(before + 1);

    String checked = checked("capture", payment);
    within().until(() -> !checked("capture", payment).equals(checked));
    assertThat(counted("capture")).as("counted once for each mismatch").isEqualTo(before + 1);
    assertThat(status(payment)).isEqualTo("processing");

    network.halves = false;
    dueNow(payment);
    within().until(() -> status(payment).equals("succeeded"));
    assertThat(client.get("/v2/payments/" + payment).number("/amount_captured")).isEqualTo(1000);
    assertThat(attempts(payment).json().at("/attempts/1").has("amount_approved")).isFalse();
  }

  @Test
  void a_capture_that_an_inquiry_reports_as_partial_stays_open() {
    String payment = pay(GOOD, "manual", "capture-found").text("/id");
    network.halves = true;
    network.silent = true;

    Reply answer = client.post("/v2/payments/" + payment + "/capture", "{}");

    assertThat(answer.text("/status")).isEqualTo("processing");
    within().until(() -> attempts(payment).json().at("/attempts/1").has("amount_approved"));
    network.silent = false;
    assertOpen(payment, "capture", 1000);
    assertThat(status(payment)).isEqualTo("processing");
  }

  @ParameterizedTest
  @ValueSource(strings = {GOOD, REFUND_UNHEARD})
  void a_partially_executed_refund_stays_open_and_cannot_be_canceled(String card) {
    String payment = pay(card, "automatic", "refund-" + card.substring(12)).text("/id");
    network.halves = true;

    Reply refund =
        client.post("/v2/refunds", "{\"payment\": \"" + payment + "\", \"amount\": 400}");

    assertThat(refund.text("/status")).isEqualTo("pending");
    within().until(() -> attempts(payment).json().at("/attempts/1").has("amount_approved"));
    assertOpen(payment, "refund", 400);
    assertThat(client.get("/v2/payments/" + payment).number("/amount_refunded")).isZero();
    Reply canceled = client.post("/v2/refunds/" + refund.text("/id") + "/cancel", "{}");
    assertThat(canceled.text("/error/code")).isEqualTo("refund_unexpected_state");

    network.halves = false;
    dueNow(payment);
    within()
        .until(() ->
            client.get("/v2/refunds/" + refund.text("/id")).text("/status").equals("succeeded"));
    assertThat(client.get("/v2/payments/" + payment).number("/amount_refunded")).isEqualTo(400);
  }

  @Test
  void a_refund_found_to_be_partial_is_an_alert_and_is_queried_further() {
    String payment = pay(GOOD, "automatic", "refund-later").text("/id");
    String refund = client.post("/v2/refunds", "{\"payment\": \"" + payment + "\"}").text("/id");
    double before = counted("refund");
    network.halves = true;

    dueNow(payment);

    within().until(() -> attempts(payment).json().at("/attempts/1").has("amount_approved"));
    assertThat(counted("refund")).isGreaterThan(before);
    assertThat(client.get("/v2/refunds/" + refund).text("/status")).isEqualTo("succeeded");
    assertThat(
            query(
                "SELECT id::text FROM attempt WHERE operation = 'refund' AND due_at IS NOT NULL AND amount_approved = 500"))
        .isNotEmpty();

    network.halves = false;
    dueNow(payment);
    within().until(() -> !attempts(payment).json().at("/attempts/1").has("amount_approved"));
    assertThat(client.get("/v2/refunds/" + refund).text("/status")).isEqualTo("succeeded");
  }

  /**
   * A cancel reverses the whole authorization, so the amount in the network's response doesn't
   * matter.
   */
  @Test
  void a_cancel_counts_regardless_of_the_amount_from_the_network() {
    String payment = pay(GOOD, "manual", "cancel").text("/id");
    network.halves = true;

    Reply canceled = client.post("/v2/payments/" + payment + "/cancel", "{}");

    assertThat(canceled.text("/status")).isEqualTo("canceled");
    assertThat(net(payment)).isZero();
  }

  private Reply pay(String card, String captureMethod, String key) {
    return client.post(
        "/v2/payments",
        TestApp.payment(1000, card)
            .replaceFirst("\\{", "{\"capture_method\": \"" + captureMethod + "\", "),
        key);
  }

  /**
   * Asserts that the payment failed as insufficient funds with response code 10, that nothing is
   * held, and that both amounts are shown.
   */
  private void assertUndone(String payment) {
    Reply shown = attempts(payment);
    assertThat(shown.text("/status")).isEqualTo("failed");
    assertThat(shown.text("/failure/decline_code")).isEqualTo("insufficient_funds");
    assertThat(shown.text("/outcome/network_response_code")).isEqualTo("10");
    assertThat(shown.number("/amount_captured")).isZero();
    assertThat(shown.texts("/attempts", "operation")).endsWith("reverse");
    int undone = shown.texts("/attempts", "operation").size() - 2;
    assertThat(shown.text("/attempts/" + undone + "/status")).isEqualTo("reversed");
    assertThat(shown.number("/attempts/" + undone + "/amount")).isEqualTo(1000);
    assertThat(shown.number("/attempts/" + undone + "/amount_approved")).isEqualTo(500);
    assertThat(shown.text("/attempts/" + undone + "/currency_approved")).isEqualTo("usd");
    assertThat(net(payment)).isZero();
  }

  private void assertOpen(String payment, String operation, long asked) {
    Reply shown = attempts(payment);
    assertThat(shown.text("/attempts/1/operation")).isEqualTo(operation);
    assertThat(shown.text("/attempts/1/status")).isEqualTo("pending");
    assertThat(shown.number("/attempts/1/amount")).isEqualTo(asked);
    assertThat(shown.number("/attempts/1/amount_approved")).isEqualTo(asked / 2);
  }

  private String status(String payment) {
    return client.get("/v2/payments/" + payment).text("/status");
  }

  private Reply attempts(String payment) {
    return client.get("/v2/payments/" + payment + "?expand%5B%5D=attempts");
  }

  private double counted(String operation) {
    String name = "florin_other_amounts_total{operation=\"" + operation + "\"} ";
    return client
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
        .sum();
  }

  private String checked(String operation, String payment) {
    return query(
            "SELECT max(checked)::text FROM attempt WHERE operation = ? AND payment_id = ?",
            operation,
            PaymentId.KIND.parse(payment).orElseThrow().uuid())
        .getFirst();
  }

  /** Makes the open attempts of the payment due now. */
  private void dueNow(String payment) {
    sql(connection ->
        Db.update(
            connection,
            "UPDATE attempt SET due_at = now() WHERE due_at IS NOT NULL AND payment_id = ?",
            PaymentId.KIND.parse(payment).orElseThrow().uuid()));
  }

  private List<String> query(String sql, Object... parameters) {
    return sql(connection -> Db.query(connection, sql, row -> row.getString(1), parameters));
  }

  private <T> T sql(Db.Work<T> work) {
    try (Connection connection = database.connect()) {
      return work.run(connection);
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** Returns what the payer has paid at the network, over all authorizations of the payment. */
  private long net(String payment) {
    List<String> references =
        query(
            "SELECT id::text FROM attempt WHERE operation = 'authorize' AND payment_id = ?",
            PaymentId.KIND.parse(payment).orElseThrow().uuid());
    try (var db = new Db(database)) {
      return new Audit(db)
          .list(Realm.of(1, Mode.TEST), Instant.now()).stream()
              .filter(it -> references.contains(it.reference().id().uuid().toString()))
              .mapToLong(it -> it.net().minor())
              .sum();
    }
  }

  private static ConditionFactory within() {
    return await().pollInterval(Duration.ofMillis(25)).atMost(Duration.ofSeconds(60));
  }

  /** The simulator behind a connector that halves every approved amount. */
  private static final class Halving implements Connector {
    private final CompletableFuture<Connector> inner = new CompletableFuture<>();
    private volatile boolean halves;
    private volatile boolean silent;
    private volatile boolean refusesToCancel;

    Connector before(Connector network) {
      inner.complete(network);
      return this;
    }

    @Override
    public String id() {
      return inner.join().id();
    }

    @Override
    public String kind() {
      return inner.join().kind();
    }

    @Override
    public Capabilities capabilities() {
      return inner.join().capabilities();
    }

    @Override
    public Outcome authorize(AuthorizeRequest request, Deadline deadline) {
      return answered(inner.join().authorize(request, deadline));
    }

    @Override
    public Outcome resume(ResumeRequest request, Deadline deadline) {
      return answered(inner.join().resume(request, deadline));
    }

    @Override
    public Outcome followUp(OperationKind operation, FollowUp request, Deadline deadline) {
      return operation == OperationKind.CANCEL && refusesToCancel
          ? new Outcome.Unknown("no answer")
          : answered(inner.join().followUp(operation, request, deadline));
    }

    @Override
    public Inquiry inquire(InquiryRequest request, Deadline deadline) {
      Inquiry inquiry = inner.join().inquire(request, deadline);
      return inquiry instanceof Inquiry.Found(Outcome found)
          ? new Inquiry.Found(halved(found))
          : inquiry;
    }

    private Outcome answered(Outcome outcome) {
      return silent ? new Outcome.Unknown("no answer") : halved(outcome);
    }

    private Outcome halved(Outcome outcome) {
      return halves && outcome instanceof Outcome.Approved it
          ? new Outcome.Approved(
              it.connectorReference(),
              it.networkTransactionId(),
              Optional.of("10"),
              new Money(it.amount().minor() / 2, it.amount().currency()),
              it.checks(),
              it.riskLevel(),
              it.threeDSecure())
          : outcome;
    }
  }
}
