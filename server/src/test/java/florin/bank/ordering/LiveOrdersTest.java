package florin.bank.ordering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.ReceivingAccountId;
import florin.core.Mode;
import florin.core.Realm;
import florin.team.Role;
import florin.testing.BankStatementText;
import florin.testing.BankStatementText.Line;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.SpecialKeys;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** A stolen live key can neither send money to other accounts nor read payers' account numbers. */
@TestInstance(Lifecycle.PER_CLASS)
class LiveOrdersTest {
  private static final String IBAN = "DE02120300000000202051";
  private static final String PAGE = "/dashboard/bank/payment-files";
  private static final String ELSEWHERE =
      ", \"bank_account\": {\"iban\": \"FR1420041010050500013M02606\", \"holder\": \"Me\"}";

  private TestApp florin;
  private TestClient client;
  private DashboardClient owner;
  private String account;
  private int names;
  private long balance;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    Realm live = Realm.of(1, Mode.LIVE);
    String key = SpecialKeys.live(florin, florin.realm(), live);
    client = new TestClient(florin.app().port(), key);
    UUID id = UUID.randomUUID();
    florin.update(
        "INSERT INTO receiving_account (realm_id, id, version, status, iban, holder, currency, statement_format, uploads_allowed, created_at)"
            + " VALUES (?, ?, 1, 'enabled', ?, 'Shop GmbH', 'eur', 'camt.053', true, now())",
        live.id(),
        id,
        IBAN);
    account = new ReceivingAccountId(id).text();
    owner = signedIn(Role.OWNER);
  }

  @AfterAll
  void close() {
    owner.close();
    client.close();
    florin.close();
  }

  private DashboardClient signedIn(Role role) {
    var person = DashboardClient.of(florin, role);
    person.submit("/dashboard", "/dashboard/mode", Map.of("mode", "live"));
    return person;
  }

  private String paid(long amount) {
    return paid(amount, Line.credit(amount, "L" + ++names, ""));
  }

  private String paid(long amount, Line line) {
    Reply made =
        client.post(
            "/v2/payments",
            "{\"amount\": %d, \"currency\": \"eur\", \"payment_method\": {\"type\": \"bank_transfer\"}}"
                .formatted(amount));
    assertThat(made.text("/status")).as(made.body()).isEqualTo("requires_action");
    book(line.under(made.text("/next_action/reference")));
    String path = "/v2/payments/" + made.text("/id");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> client.get(path).text("/status").equals("succeeded"));
    return made.text("/id");
  }

  private void book(long amount, String reference) {
    book(Line.credit(amount, "L" + ++names, reference));
  }

  private void book(Line line) {
    var statement = new BankStatementText("L-" + names, IBAN, balance, List.of(line));
    Reply taken =
        client.send(
            client
                .request("/v2/bank_statements")
                .header("Content-Type", "application/xml")
                .POST(BodyPublishers.ofString(statement.xml()))
                .build());
    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    balance = statement.closing();
  }

  private Reply refund(String payment, String more) {
    return client.post("/v2/refunds", "{\"payment\": \"" + payment + "\"" + more + "}");
  }

  private String order() {
    Reply made = client.post("/v2/payment_files", "{\"receiving_account\": \"" + account + "\"}");
    assertThat(made.status()).as(made.body()).isEqualTo(200);
    return made.text("/id");
  }

  private Reply allow(DashboardClient person, String allowed) {
    return person.post(
        PAGE,
        PAGE + "/keys",
        DashboardClient.formToken(person.get("/dashboard")),
        Map.of("receiving_account", account, "allowed", allowed));
  }

  @Test
  void an_api_key_can_refund_only_to_the_payers_account_and_a_person_to_any() {
    String payment = paid(500);

    Reply refused = refund(payment, ELSEWHERE);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("bank_account_not_allowed");
    assertThat(refused.text("/error/param")).isEqualTo("bank_account");
    Reply own =
        refund(
            payment,
            ", \"amount\": 200, \"bank_account\": {\"iban\": \"NL91ABNA0417164300\", \"holder\": \"Jo\"}");
    assertThat(own.text("/status")).as(own.body()).isEqualTo("pending");
    String page = "/dashboard/payments/" + payment;
    Map<String, String> form =
        Map.of(
            "amount", "3.00",
            "bank_account[iban]", "FR1420041010050500013M02606",
            "bank_account[holder]", "Me",
            "current_password", DashboardClient.PASSWORD);
    owner.submit(page, page + "/refund", form);
    assertThat(client.get("/v2/refunds?payment=" + payment).texts("/data", "bank_account"))
        .hasSize(2);
    assertThat(owner.get("/dashboard/bank/payment-files/" + order()).body())
        .contains("entered with the refund");
  }

  @Test
  void a_key_names_no_account_where_the_payer_s_is_unknown_and_a_person_does() {
    String payment = paid(700, Line.credit(700, "L" + ++names, "").withoutPayer());

    assertThat(refund(payment, "").text("/error/code")).isEqualTo("bank_account_required");
    assertThat(refund(payment, ELSEWHERE).text("/error/code"))
        .isEqualTo("bank_account_not_allowed");
    assertThat(client.get("/v2/refunds?payment=" + payment).texts("/data", "id")).isEmpty();
    String page = "/dashboard/payments/" + payment;
    owner.submit(
        page,
        page + "/refund",
        Map.of(
            "amount", "7.00",
            "bank_account[iban]", "FR1420041010050500013M02606",
            "bank_account[holder]", "Jo March",
            "current_password", DashboardClient.PASSWORD));
    assertThat(client.get("/v2/refunds?payment=" + payment).texts("/data", "status"))
        .containsExactly("pending");
  }

  @Test
  void a_key_can_download_a_file_only_with_an_owners_permission_and_each_change_is_audited_once() {
    refund(paid(300), "");
    String path = "/v2/payment_files/" + order();
    Reply refused = client.get(path + ".xml");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.text("/error/code")).isEqualTo("dashboard_required");
    try (DashboardClient admin = signedIn(Role.ADMIN)) {
      assertThat(allow(admin, "yes").status()).isEqualTo(403);
    }
    florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");
    assertThat(allow(owner, "yes").body()).contains("assword");
    assertThat(client.get(path + ".xml").status()).isEqualTo(403);
    florin.update("UPDATE session SET confirmed_at = now()");

    allow(owner, "yes");
    Reply file = client.get(path + ".xml");
    allow(owner, "no");

    assertThat(file.status()).as(file.body()).isEqualTo(200);
    assertThat(client.get(path + ".xml").status()).isEqualTo(403);
    assertThat(
            florin.query(
                "SELECT detail FROM audit_entry WHERE action = 'payment_file.allow_keys' AND outcome = 'done' ORDER BY number"))
        .containsExactly("allowed", "not allowed");
    assertThat(florin.app().team().audit().verify(1)).isEmpty();
  }

  @Test
  void a_live_file_is_downloaded_with_the_password_and_rejected_by_a_person() {
    refund(paid(400), "");
    String order = order();
    String page = "/dashboard/bank/payment-files/" + order;
    florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");

    Reply asked = owner.submit(page, page + "/file", Map.of());
    assertThat(asked.body()).contains("assword").doesNotContain("<EndToEndId>");
    Reply byKey = client.post("/v2/payment_files/" + order + "/reject", "{}");
    assertThat(byKey.status()).isEqualTo(403);
    assertThat(byKey.text("/error/code")).isEqualTo("dashboard_required");
    assertThat(client.get("/v2/payment_files/" + order).text("/status")).isEqualTo("open");
    Reply file =
        owner.submit(page, page + "/file", Map.of("current_password", DashboardClient.PASSWORD));
    assertThat(file.body()).contains("<EndToEndId>");
  }

  @Test
  void a_person_needs_the_password_to_enter_another_account() {
    String payment = paid(250);
    String page = "/dashboard/payments/" + payment;
    Map<String, String> form =
        Map.of(
            "amount", "1.00",
            "bank_account[iban]", "FR1420041010050500013M02606",
            "bank_account[holder]", "Me");
    florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");

    Reply asked = owner.submit(page, page + "/refund", form);

    assertThat(asked.body()).contains("Confirm your identity");
    assertThat(client.get("/v2/refunds?payment=" + payment).texts("/data", "id")).isEmpty();
    owner.submit(page, page + "/refund", Map.of("amount", "1.00"));
    assertThat(client.get("/v2/refunds?payment=" + payment).texts("/data", "id"))
        .as("a small refund to the payer's account needs no password")
        .hasSize(1);
    var confirmed = new java.util.HashMap<>(form);
    confirmed.put("current_password", DashboardClient.PASSWORD);
    owner.submit(page, page + "/refund", confirmed);
    assertThat(client.get("/v2/refunds?payment=" + payment).texts("/data", "id")).hasSize(2);
  }

  @Test
  void returning_a_credit_requires_the_password() {
    String payment = paid(200);
    book(600, reference(payment));
    String list = "/v2/customer_credits?payment=" + payment;
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> !client.get(list).texts("/data", "id").isEmpty());
    String page = "/dashboard/bank/credits/" + client.get(list).text("/data/0/id");
    florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");

    Reply asked = owner.submit(page, page + "/return", Map.of());

    assertThat(asked.body()).contains("Confirm your identity");
    assertThat(client.get(list).text("/data/0/status")).isEqualTo("open");
    owner.submit(page, page + "/return", Map.of("current_password", DashboardClient.PASSWORD));
    assertThat(client.get(list).text("/data/0/status")).isEqualTo("returning");
  }

  /** Returns the reference of the payment's bank transfer. */
  private String reference(String payment) {
    return client.get("/v2/payments/" + payment).text("/payment_method/bank_transfer/reference");
  }

  @Test
  void returning_bank_money_requires_the_password() {
    book(600, "no reference of ours");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> !client.get("/v2/unmatched_transfers").texts("/data", "id").isEmpty());
    String receipt = client.get("/v2/unmatched_transfers").text("/data/0/id");
    String page = "/dashboard/bank/transfers/" + receipt;
    florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");

    Reply asked = owner.submit(page, page + "/return", Map.of());
    assertThat(asked.body()).contains("Confirm your identity");
    assertThat(client.get("/v2/unmatched_transfers/" + receipt).text("/status")).isEqualTo("open");

    owner.submit(page, page + "/return", Map.of("current_password", DashboardClient.PASSWORD));
    assertThat(client.get("/v2/unmatched_transfers/" + receipt).text("/status"))
        .isNotEqualTo("open");
  }
}
