package florin.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import florin.app.App.Networks;
import florin.books.LedgerChecks;
import florin.core.Caller.KeyKind;
import florin.core.Mode;
import florin.core.Realm;
import florin.dashboard.pipeline.DashboardRoute;
import florin.payment.execution.CrashPoint;
import florin.team.Member;
import florin.team.Role;
import florin.team.Token;
import florin.testing.BankObjects;
import florin.testing.BankShop;
import florin.testing.BankStatementText.Line;
import florin.testing.DashboardClient;
import florin.testing.EngagedBrake;
import florin.testing.EvidenceFiles;
import florin.testing.FileForm;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.provider.ProviderKind;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Actions whose audit entry is in their commit, each with a form that Florin accepts. If the entry
 * can't be written, nothing is changed. Otherwise the log has one entry.
 */
@TestInstance(Lifecycle.PER_CLASS)
class AuditInCommitTest {
  private static final Realm REALM = Realm.of(1, Mode.TEST);
  private static final String FILES = "/disputes/{id}/files";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final TestApp florin =
      TestApp.open(
          CrashPoint.NONE,
          new Networks(
              UnaryOperator.identity(), List.of(new ProviderKind(InstantSource.system()))));
  private final DashboardClient owner = DashboardClient.of(florin, Role.OWNER);
  private final List<Form> forms = new ArrayList<>();
  private String token = "";

  /**
   * A form that Florin accepts.
   *
   * @param template of the route
   * @param id in the path
   * @param table whose rows the action changes
   */
  private record Form(String template, String id, String table, Map<String, String> fields) {
    String path() {
      return template.replace("{id}", id);
    }
  }

  @BeforeAll
  void prepare() {
    florin.update(
        "CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS"
            + " $$ BEGIN RAISE EXCEPTION 'no entry'; END $$");
    token = DashboardClient.formToken(owner.get("/dashboard"));
    ofTheAccount();
    ofTheTeam();
    ofPayments();
    ofDisputes();
    ofCustomers();
    ofLinks();
    ofWebhooks();
    ofConnectors();
    ofUnmatchedMoney();
    ofPaymentFiles();
    ofPayouts();
    ofBankAccounts();
  }

  @AfterAll
  void close() {
    owner.close();
    florin.close();
  }

  @Test
  void every_action_with_an_entry_in_its_commit_is_tested_here() {
    assertThat(forms)
        .extracting(Form::template)
        .containsExactlyInAnyOrderElementsOf(
            florin.app().dashboard().table().stream()
                .filter(DashboardRoute::inCommit)
                .map(DashboardRoute::template)
                .toList());
  }

  @TestFactory
  Stream<DynamicTest> nothing_is_changed_without_the_entry() {
    return forms.stream()
        .map(form ->
            dynamicTest(
                form.template(),
                () -> {
                  if (form.template().contains("/connectors/{id}")) {
                    enableConnectors();
                  }
                  tryWithoutEntry(form);
                }));
  }

  /** Before that, the simulator takes all payments. */
  private void enableConnectors() {
    florin.update(
        "UPDATE connector SET status = 'enabled', position = 1 WHERE status = 'draft' AND name IN ('Enabled', 'Second')");
  }

  private void tryWithoutEntry(Form form) {
    List<String> before = rows(form);
    florin.update(
        "CREATE TRIGGER refuse_entry BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_entry()");
    Reply refused;
    try {
      refused = send(form);
    } finally {
      florin.update("DROP TRIGGER refuse_entry ON audit_entry");
    }

    assertThat(refused.status()).as(refused.body()).isEqualTo(500);
    assertThat(refused.body()).contains("Nothing was changed", "The audit log can't be written");
    assertThat(rows(form)).isEqualTo(before);

    int entries = entries(form).size();
    Reply done = send(form);

    assertThat(done.status()).as(done.body()).isEqualTo(303);
    List<String> written = entries(form);
    assertThat(written.subList(entries, written.size())).containsExactly("done");
    if (form.template().endsWith("/replay")) {
      awaitReplays();
    } else {
      assertThat(rows(form)).isNotEqualTo(before);
    }
    assertThat(florin.app().team().audit().verify(1)).isEmpty();
  }

  /**
   * Waits for the job to complete all replays. Otherwise it would change rows during the next form.
   */
  private void awaitReplays() {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() ->
            florin
                .query("SELECT id FROM webhook_endpoint WHERE replay_until IS NOT NULL")
                .isEmpty());
  }

  /** Returns the rows, without the columns that deliveries to an endpoint change meanwhile. */
  private List<String> rows(Form form) {
    return florin.query(
        "SELECT (to_jsonb(t) - 'failures' - 'failing_since')::text FROM %s t ORDER BY 1"
            .formatted(form.table()));
  }

  private List<String> entries(Form form) {
    String action =
        florin.app().dashboard().table().stream()
            .filter(route -> route.isPost() && route.template().equals(form.template()))
            .map(DashboardRoute::action)
            .findFirst()
            .orElseThrow();
    return florin.query("SELECT outcome FROM audit_entry WHERE action = ? ORDER BY number", action);
  }

  private void form(String template, String id, String table, Map<String, String> fields) {
    forms.add(new Form("/dashboard" + template, id, table, fields));
  }

  private void form(String template, String id, String table) {
    form(template, id, table, Map.of());
  }

  private void ofTheAccount() {
    form("/keys", "", "api_key", Map.of("name", "The shop's server", "kind", "secret"));
    form("/keys/{id}/roll", key(KeyKind.SECRET), "api_key", Map.of("expires_in", "3600"));
    form("/keys/{id}/revoke", key(KeyKind.SECRET), "api_key");
    form(
        "/keys/{id}/card-fields",
        key(KeyKind.PUBLISHABLE),
        "api_key",
        Map.of("allowed_origins", "https://shop.example"));
    form("/keys/live-settings", "", "account", Map.of("allowed", "yes"));
    form("/settings", "", "account", Map.of("name", "Another name"));
    form("/settings/logs", "", "account", Map.of("live_fields", "on"));
    form("/settings/time-zone", "", "account", Map.of("time_zone", "Europe/Berlin"));
    form("/branding", "", "branding", Map.of("accent", "#336699"));
    florin.update(
        "INSERT INTO logo (account_number, hash, media_type, width, height, content) VALUES (1, encode(sha256('x'), 'hex'), 'image/png', 1, 1, 'x')");
    form("/branding/logo/remove", "", "logo");
  }

  private String key(KeyKind kind) {
    return florin.app().accounts().createKey(REALM, kind, "A key").key().id().text();
  }

  private void ofTheTeam() {
    form(
        "/team/invitations",
        "",
        "invitation",
        Map.of("email", "new@example.com", "role", "viewer"));
    var team = florin.app().team();
    var session =
        team.sessions()
            .find(
                Token.parse(Objects.requireNonNull(owner.cookies().get(owner.sessionCookie())))
                    .orElseThrow())
            .orElseThrow();
    Token link =
        team.invitations().invite(session, "old@example.com", Role.VIEWER, _ -> true).orElseThrow();
    form(
        "/team/invitations/{id}/withdraw",
        team.invitations().find(link).orElseThrow().id().text(),
        "invitation");
    form("/team/second-factor", "", "account", Map.of("required", "no"));
    florin.update(
        "UPDATE account SET second_factor_required = true, second_factor_from = now() + interval '7 days'");
    form("/team/{id}/role", member(), "membership", Map.of("role", "admin"));
    form("/team/{id}/remove", member(), "membership");
  }

  private String member() {
    Member member = DashboardClient.newMember(florin, Role.VIEWER);
    return member.user().id().text();
  }

  private void ofPayments() {
    String payment =
        florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242")).text("/id");
    form("/payments/{id}/details", payment, "payment", Map.of("description", "Tea"));
    form("/lists/payments/note", "", "note", Map.of("payment", payment, "text", "To look at."));
    ofApprovals();
    form("/payments/{id}/notes", payment, "note", Map.of("text", "She will call back."));
    form("/payments/{id}/notes/delete", payment, "note", Map.of("note", note("payments", payment)));
  }

  private void ofDisputes() {
    form(
        "/disputes/{id}/evidence",
        dispute(),
        "dispute_evidence",
        Map.of("version", "0", "shipping_carrier", "DHL"));
    form(FILES, dispute(), "dispute_file", Map.of("kind", "receipt"));
    form("/disputes/{id}/files/receipt", dispute(), "dispute_file");
    String dispute = dispute();
    form(
        "/disputes/{id}/files/remove",
        dispute,
        "dispute_file",
        Map.of("file", EvidenceFiles.add(florin.client(), dispute)));
  }

  private String dispute() {
    String payment =
        florin.post("/v2/payments", TestApp.payment(500, "4000000000002685")).text("/id");
    return florin.get("/v2/disputes?payment=" + payment).text("/data/0/id");
  }

  private Reply send(Form form) {
    return form.template().endsWith(FILES)
        ? FileForm.send(owner, "/dashboard", form.path(), token, form.fields(), EvidenceFiles.PNG)
        : owner.post("/dashboard", form.path(), token, form.fields());
  }

  private void ofApprovals() {
    Map<String, String> large = Map.of("amount", "1500.00");
    form("/payments/{id}/approval", largePayment(), "refund_request", large);
    String asked = largePayment();
    String path = "/dashboard/payments/" + asked;
    owner.post(path, path + "/approval", token, large);
    Map<String, String> request = Map.of("request", hidden(path, "request"));
    form("/payments/{id}/approval/decline", asked, "refund_request", request);
  }

  private String largePayment() {
    return florin.post("/v2/payments", TestApp.payment(200_000, "4242424242424242")).text("/id");
  }

  private String note(String list, String object) {
    String path = "/dashboard/" + list + "/" + object;
    owner.post(path, path + "/notes", token, Map.of("text", "To be deleted."));
    return hidden(path, "note");
  }

  /** Returns the value of a hidden field. */
  private String hidden(String path, String field) {
    return owner
        .get(path)
        .body()
        .replaceAll("(?s).*name=\"" + field + "\" value=\"([^\"]+)\".*", "$1");
  }

  private void ofPayouts() {
    String payout = LedgerChecks.settle(florin.client()).text("/payouts/0/id");
    form("/payouts/{id}/confirm", payout, "payout");
    String entry = BankObjects.entryOfPayout(florin.client());
    String matched = florin.get("/v2/bank_entries/" + entry).text("/matches/0/payout");
    form(
        "/payouts/{id}/unassign",
        matched,
        "bank_match",
        Map.of("entry", entry, "reason", "Money of another payout"));
    form("/reports/close", "", "ledger_closing", Map.of("month", "2025-11"));
  }

  private void ofCustomers() {
    form("/customers/new", "", "customer", Map.of("name", "Jo March"));
    String customer = florin.post("/v2/customers", "{}").text("/id");
    florin.post(
        "/v2/payments",
        TestApp.payment(1000, "4242424242424242")
            .replaceFirst(
                "\\{", "{\"customer\": \"" + customer + "\", \"save_payment_method\": true, "));
    String method = florin.get("/v2/payment_methods?customer=" + customer).text("/data/0/id");
    form("/customers/{id}/request-card", customer, "checkout_session");
    form("/customers/{id}/edit", customer, "customer", Map.of("name", "Jo March"));
    form("/customers/{id}/detach", customer, "payment_method", Map.of("payment_method", method));
    form("/customers/{id}/notes", customer, "note", Map.of("text", "Pays late."));
    form(
        "/customers/{id}/notes/delete",
        customer,
        "note",
        Map.of("note", note("customers", customer)));
    String other = florin.post("/v2/customers", "{}").text("/id");
    form("/customers/{id}/delete", other, "customer");
  }

  private void ofLinks() {
    form(
        "/payment-links/new",
        "",
        "payment_link",
        Map.of("description", "Tea", "currency", "EUR", "price", "fixed", "amount", "5.00"));
    String link =
        florin
            .post(
                "/v2/payment_links",
                "{\"currency\": \"eur\", \"amount\": 500, \"description\": \"Tea\"}")
            .text("/id");
    form("/payment-links/{id}/disable", link, "payment_link");
    form("/payment-links/{id}/enable", link, "payment_link");
    form("/fraud/{id}/release", EngagedBrake.in(florin), "brake");
    form(
        "/fraud/lists",
        "",
        "list_entry",
        Map.of("list", "block", "kind", "card_bin", "value", "424242"));
    String entry =
        florin
            .post("/v2/lists/allow", "{\"kind\": \"address\", \"value\": \"203.0.113.7\"}")
            .text("/id");
    form("/fraud/lists/{id}/remove", entry, "list_entry");
  }

  private void ofWebhooks() {
    Map<String, String> fields = Map.of("url", "https://shop.example/hooks", "all", "on");
    form("/webhooks/new", "", "webhook_endpoint", fields);
    String endpoint = endpoint();
    form(
        "/webhooks/{id}/edit",
        endpoint,
        "webhook_endpoint",
        Map.of("url", "https://shop.example/other", "all", "on"));
    form("/webhooks/{id}/test", endpoint, "event");
    form(
        "/webhooks/{id}/replay", endpoint, "webhook_endpoint", Map.of("since", "2026-11-21T10:00"));
    form("/webhooks/{id}/rotate", endpoint, "webhook_endpoint", Map.of("overlap", "week"));
    form("/webhooks/{id}/disable", endpoint, "webhook_endpoint");
    form("/webhooks/{id}/enable", endpoint, "webhook_endpoint");
    form("/webhooks/{id}/delete", endpoint(), "webhook_endpoint");
  }

  private String endpoint() {
    return florin
        .post(
            "/v2/webhook_endpoints",
            "{\"url\": \"https://shop.example/hooks\", \"enabled_events\": [\"payment.canceled\"]}")
        .text("/id");
  }

  private void ofConnectors() {
    Map<String, String> fields =
        Map.of(
            "kind",
            ProviderKind.KIND,
            "name",
            "The provider",
            "settings.address",
            "http://127.0.0.1:9",
            "credentials.key",
            "a key",
            "credentials.webhooks",
            "a secret");
    form("/connectors/new", "", "connector", fields);
    form("/connectors/{id}/edit", connector("Draft"), "connector", fields);
    String enabled = connector("Enabled");
    form("/connectors/{id}/default", connector("Second"), "connector");
    form("/connectors/{id}/disable", enabled, "connector");
  }

  private String connector(String name) {
    return florin
        .post(
            "/v2/connectors",
            "{\"kind\": \"test_provider\", \"name\": \"%s\", \"settings\": {\"address\": \"http://127.0.0.1:9\"}, \"credentials\": {\"key\": \"a key\"}}"
                .formatted(name))
        .text("/id");
  }

  private void ofUnmatchedMoney() {
    var bank = new BankShop(florin);
    List<String> ids = new ArrayList<>();
    for (long amount = 901; amount < 905; amount++) {
      bank.book(bank.ask(amount).iban(), Line.written(amount, "", "sorry"));
    }
    bank.awaitMatched();
    florin.get("/v2/unmatched_transfers?limit=4").texts("/data", "id").forEach(ids::add);
    florin.update(
        "UPDATE bank_entry SET possible_duplicate = true WHERE amount IN (903, 904) AND NOT debit");
    florin.update(
        "UPDATE unapplied_funds SET reason = 'possible_duplicate' WHERE amount IN (903, 904)");
    form("/bank/transfers/{id}/dismiss", ids.get(0), "unapplied_funds");
    form("/bank/transfers/{id}/confirm", ids.get(1), "unapplied_funds");
    form(
        "/bank/transfers/{id}/assign",
        ids.get(2),
        "unapplied_funds",
        Map.of("payment", bank.ask(902).id()));
    Map<String, String> payer =
        Map.of("bank_account[iban]", "DE02120300000000202051", "bank_account[holder]", "Ann Payer");
    form("/bank/transfers/{id}/return", ids.get(3), "unapplied_funds", payer);
    List<String> credits = credits(bank);
    form(
        "/bank/credits/{id}/assign",
        credits.get(0),
        "unapplied_funds",
        Map.of("payment", bank.ask(100).id()));
    form("/bank/credits/{id}/return", credits.get(1), "unapplied_funds", payer);
  }

  private List<String> credits(BankShop bank) {
    for (int i = 0; i < 2; i++) {
      String payment = bank.ask(1000 + i).id();
      florin.post(
          "/v2/test/bank_transfers",
          "{\"payment\": \"%s\", \"kind\": \"over\"}".formatted(payment));
    }
    bank.awaitMatched();
    return Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () -> florin.get("/v2/customer_credits").texts("/data", "id"), ids -> ids.size() == 2);
  }

  private void ofPaymentFiles() {
    String account = BankObjects.accountToOrder(florin.client());
    String file =
        florin
            .post("/v2/payment_files", "{\"receiving_account\": \"" + account + "\"}")
            .text("/id");
    florin.update(
        "UPDATE outgoing_transfer SET state = 'other_amount', entry_id = (SELECT id FROM bank_entry WHERE amount = 700 LIMIT 1)");
    form(
        "/bank/payment-files/{id}/declare",
        file,
        "outgoing_transfer",
        Map.of(
            "transfer",
            florin.query("SELECT end_to_end_id FROM outgoing_transfer").getFirst(),
            "payer_has",
            "nothing"));
    form("/bank/payment-files", "", "payment_file", Map.of("receiving_account", account));
    form(
        "/bank/payment-files/keys",
        "",
        "receiving_account",
        Map.of("receiving_account", account, "allowed", "yes"));
    BankObjects.accountToOrder(florin.client());
    String open =
        florin
            .post("/v2/payment_files", "{\"receiving_account\": \"" + account + "\"}")
            .text("/id");
    form("/bank/payment-files/{id}/reject", open, "payment_file");
    BankObjects.accountToOrder(florin.client());
  }

  private void ofBankAccounts() {
    String account = florin.get("/v2/receiving_accounts").text("/data/0/id");
    Map<String, String> details =
        Map.of(
            "holder",
            "Shop GmbH",
            "iban",
            "DE02120300000000202051",
            "currency",
            "EUR",
            "statement_format",
            "camt.053");
    form("/bank-accounts/new", "", "receiving_account", details);
    form("/bank-accounts/{id}/edit", account, "receiving_account", details);
    form("/bank-accounts/{id}/uploads", account, "receiving_account", Map.of("allowed", "true"));
    form("/bank-accounts/{id}/disable", account, "receiving_account");
    form("/bank-accounts/{id}/enable", account, "receiving_account");
  }
}
