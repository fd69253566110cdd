package florin.bank.imports;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.ReceivingAccountId;
import florin.core.Mode;
import florin.core.Realm;
import florin.team.Role;
import florin.testing.BankNoticeText;
import florin.testing.BankNoticeText.Part;
import florin.testing.BankStatementText;
import florin.testing.BankStatementText.Line;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.SpecialKeys;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Live statements with an API key: only with an owner's permission, and only without gaps. */
@TestInstance(Lifecycle.PER_CLASS)
class UploadsTest {
  private static final String PATH = "/dashboard/bank-accounts";
  private static final String IBAN = "DE02120300000000202051";

  private TestApp florin;
  private Realm live;
  private TestClient client;
  private DashboardClient owner;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    live = Realm.of(1, Mode.LIVE);
    client = new TestClient(florin.app().port(), SpecialKeys.live(florin, florin.realm(), live));
  }

  @BeforeEach
  void signIn() {
    owner = signedIn(Role.OWNER);
  }

  @AfterEach
  void signOut() {
    owner.close();
  }

  @AfterAll
  void close() {
    client.close();
    florin.close();
  }

  private DashboardClient signedIn(Role role) {
    var person = DashboardClient.of(florin, role);
    person.submit("/dashboard", "/dashboard/mode", Map.of("mode", "live"));
    return person;
  }

  private String account(String iban) {
    UUID id = UUID.randomUUID();
    florin.update(
        "INSERT INTO receiving_account (realm_id, id, version, status, iban, holder, currency, statement_format, created_at)"
            + " VALUES (?, ?, 1, 'disabled', ?, 'Shop GmbH', 'eur', 'camt.053', now())",
        live.id(),
        id,
        iban);
    return new ReceivingAccountId(id).text();
  }

  private Reply allow(DashboardClient person, String account, boolean allowed) {
    return person.post(
        PATH,
        PATH + "/" + account + "/uploads",
        DashboardClient.formToken(person.get("/dashboard")),
        Map.of("allowed", String.valueOf(allowed), "current_password", DashboardClient.PASSWORD));
  }

  private Reply send(String file) {
    return client.send(
        client
            .request("/v2/bank_statements")
            .header("Content-Type", "application/xml")
            .POST(BodyPublishers.ofString(file))
            .build());
  }

  private Reply send(String iban, String id, long opening, Line... lines) {
    return send(new BankStatementText(id, iban, opening, List.of(lines)).xml());
  }

  @Test
  void an_owner_allows_it_with_the_password_and_disallows_it_again() {
    String account = account(IBAN);
    Reply before = client.get("/v2/receiving_accounts/" + account);
    Reply refused = send(IBAN, "L-1", 700, Line.written(100, "L1", "x"));

    Reply nobody;
    try (DashboardClient admin = signedIn(Role.ADMIN)) {
      nobody = allow(admin, account, true);
      assertThat(admin.get(PATH).body()).doesNotContain("Allow uploads with API keys");
    }
    assertThat(before.bool("/uploads_allowed")).isFalse();
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.text("/error/code")).isEqualTo("dashboard_required");
    assertThat(nobody.status()).isEqualTo(403);
    assertThat(client.get("/v2/receiving_accounts/" + account).bool("/uploads_allowed")).isFalse();

    Reply allowed = allow(owner, account, true);

    assertThat(owner.follow(allowed).body())
        .contains(
            "API keys can now upload statements of this account. Each must start with the last closing balance.",
            "Stop uploads with API keys");
    assertThat(client.get("/v2/receiving_accounts/" + account).bool("/uploads_allowed")).isTrue();
    assertThat(florin.query("SELECT action FROM audit_entry ORDER BY number DESC LIMIT 1"))
        .containsExactly("receiving_account.uploads");
    assertThat(send(IBAN, "L-1", 700, Line.written(100, "L1", "x")).status()).isEqualTo(200);

    allow(owner, account, false);

    assertThat(send(IBAN, "L-2", 800, Line.written(100, "L2", "x")).status()).isEqualTo(403);
    assertThat(
            client
                .post("/v2/receiving_accounts/" + account, "{\"uploads_allowed\": true}")
                .text("/error/code"))
        .isEqualTo("dashboard_required");
  }

  @Test
  void with_an_api_key_a_statement_must_continue_from_the_last_balance() {
    String iban = "DE89370400440532013000";
    florin.update("UPDATE receiving_account SET status = 'disabled'");
    String account = account(iban);
    allow(owner, account, true);

    assertThat(send(iban, "C-1", 5000, Line.written(100, "K1", "x")).status())
        .as("the first statement may have any opening balance")
        .isEqualTo(200);
    Reply gap = send(iban, "C-3", 5300, Line.written(100, "K3", "x"));
    assertThat(gap.status()).isEqualTo(400);
    assertThat(gap.text("/error/message")).contains("with a gap", "nothing was imported");
    Reply overlap =
        send(iban, "C-2b", 5000, Line.written(100, "K1", "x"), Line.written(200, "K2", "x"));
    assertThat(overlap.status()).as("a statement that begins earlier").isEqualTo(400);
    assertThat(send(iban, "C-2", 5100, Line.written(200, "K2", "x")).status()).isEqualTo(200);
    assertThat(send(iban, "C-3", 5300, Line.written(100, "K3", "x")).status()).isEqualTo(200);
    assertThat(send(iban, "C-1", 5000, Line.written(100, "K1", "x")).status())
        .as("the same statement again")
        .isEqualTo(200);
    String earlier =
        new BankStatementText("C-0", iban, 5400, List.of(Line.written(9, "K0", "x")))
            .xml()
            .replace("2026-11-20", "2026-11-10");
    assertThat(send(earlier).status()).as("a statement before the last day").isEqualTo(400);
    Reply notice = send(new BankNoticeText("C-N", iban, "K9", 50, List.of(new Part(50, ""))).xml());
    assertThat(notice.text("/error/message")).contains("has no balances");
    assertThat(florin.query("SELECT id FROM bank_statement WHERE gap")).isEmpty();
  }
}
