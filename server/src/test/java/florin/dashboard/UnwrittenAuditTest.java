package florin.dashboard;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import florin.dashboard.entry.SignInPages;
import florin.dashboard.pipeline.DashboardRoute;
import florin.team.Member;
import florin.team.Role;
import florin.team.Token;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** If the audit log can't record an action, Florin doesn't carry it out and tells the member. */
@TestInstance(Lifecycle.PER_CLASS)
class UnwrittenAuditTest {
  private static final String OTHER_PASSWORD = "seven blue kettles sing";

  private final TestApp florin = TestApp.open();
  private final Member owner = DashboardClient.newMember(florin, Role.OWNER);

  @BeforeAll
  void prepare() {
    florin.update(
        "CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS"
            + " $$ BEGIN RAISE EXCEPTION 'no entry'; END $$");
  }

  @AfterAll
  void close() {
    florin.close();
  }

  private void breakLog() {
    florin.update(
        "CREATE TRIGGER refuse_entry BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_entry()");
  }

  @AfterEach
  void repairLog() {
    florin.update("DROP TRIGGER IF EXISTS refuse_entry ON audit_entry");
    assertThat(florin.app().team().audit().verify(1)).isEmpty();
  }

  @TestFactory
  Stream<DynamicTest> no_action_is_executed_without_its_audit_entry() {
    return florin.app().dashboard().table().stream()
        .filter(DashboardRoute::isAudited)
        .map(route ->
            dynamicTest(
                route.method() + " " + route.template(),
                () -> {
                  try (var client = DashboardClient.of(florin, owner)) {
                    String token = DashboardClient.formToken(client.get("/dashboard"));
                    String path = route.template().replaceAll("\\{[a-z_]+}", "none");
                    breakLog();

                    Reply reply =
                        route.isPost()
                            ? client.post("/dashboard", path, token, Map.of())
                            : client.get(path);

                    assertRefused(reply);
                  } finally {
                    repairLog();
                  }
                }));
  }

  private static void assertRefused(Reply reply) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(500);
    assertThat(reply.body()).contains("Nothing was changed", "The audit log can't be written");
  }

  @Test
  void a_refund_is_not_created() {
    String id =
        florin
            .post(
                "/v2/payments",
                """
                {"amount": 5000, "currency": "usd", "payment_method": {"type": "card", "card":
                 {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040}}}\
                """)
            .text("/id");
    try (var client = DashboardClient.of(florin, owner)) {
      String page = "/dashboard/payments/" + id;
      String token = DashboardClient.formToken(client.get(page));
      breakLog();

      assertRefused(client.post(page, page + "/refund", token, Map.of("amount", "12.50")));

      assertThat(florin.get("/v2/refunds?payment=" + id).texts("/data", "id")).isEmpty();
    }
  }

  @Test
  void a_key_and_a_new_role_are_not_created() {
    Member other = DashboardClient.newMember(florin, Role.VIEWER);
    int keys = florin.query("SELECT 1 FROM api_key").size();
    try (var client = DashboardClient.of(florin, owner)) {
      String token = DashboardClient.formToken(client.get("/dashboard"));
      breakLog();

      assertRefused(
          client.post(
              "/dashboard/keys", "/dashboard/keys", token, Map.of("name", "k", "kind", "secret")));
      assertRefused(
          client.post(
              "/dashboard/team",
              "/dashboard/team/" + other.user().id().text() + "/role",
              token,
              Map.of("role", "admin")));
    }
    assertThat(florin.query("SELECT 1 FROM api_key")).hasSize(keys);
    assertThat(florin.query("SELECT role FROM membership WHERE user_id = ?", id(other)))
        .containsExactly("viewer");
  }

  @Test
  void an_invitation_creates_no_member() {
    var session = florin.app().team().sessions();
    try (var client = DashboardClient.of(florin, owner);
        var stranger = DashboardClient.stranger(florin)) {
      var by =
          session
              .find(
                  Token.parse(requireNonNull(client.cookies().get(client.sessionCookie())))
                      .orElseThrow())
              .orElseThrow();
      String link =
          "/dashboard/invitations/"
              + florin
                  .app()
                  .team()
                  .invitations()
                  .invite(by, "new@example.com", Role.VIEWER, _ -> true)
                  .orElseThrow()
                  .reveal();
      String token = DashboardClient.formToken(stranger.get(link));
      breakLog();

      assertRefused(
          stranger.post(
              link,
              link,
              token,
              Map.of("name", "Jo", "password", OTHER_PASSWORD, "password_again", OTHER_PASSWORD)));

      assertThat(florin.query("SELECT 1 FROM app_user WHERE email = 'new@example.com'")).isEmpty();
      assertThat(stranger.get(link).status()).as("the link is still valid").isEqualTo(200);
    }
  }

  @Test
  void a_new_password_is_not_set_and_no_session_starts() {
    Member member = DashboardClient.newMember(florin, Role.VIEWER);
    String link =
        "/dashboard/reset/" + florin.app().team().resets().newLink(member.user(), false).reveal();
    List<String> before = florin.query("SELECT password FROM app_user WHERE id = ?", id(member));
    try (var stranger = DashboardClient.stranger(florin)) {
      String token = DashboardClient.formToken(stranger.get(link));
      breakLog();

      assertRefused(
          stranger.post(
              link,
              link,
              token,
              Map.of("password", OTHER_PASSWORD, "password_again", OTHER_PASSWORD)));
      assertRefused(
          stranger.submit(
              SignInPages.SIGN_IN_PATH,
              SignInPages.SIGN_IN_PATH,
              Map.of("email", member.user().email(), "password", DashboardClient.PASSWORD)));

      assertThat(stranger.cookies()).doesNotContainKey(stranger.sessionCookie());
    }
    assertThat(florin.query("SELECT password FROM app_user WHERE id = ?", id(member)))
        .isEqualTo(before);
  }

  @Test
  void the_first_owner_is_not_created_by_the_link() {
    try (var fresh = TestApp.open();
        var stranger = DashboardClient.stranger(fresh)) {
      String link =
          "/dashboard/setup/" + fresh.app().team().users().newSetupLink().orElseThrow().reveal();
      String token = DashboardClient.formToken(stranger.get(link));
      fresh.update(
          "ALTER TABLE audit_entry ADD CONSTRAINT none CHECK (action <> 'account.set_up')");

      assertRefused(stranger.post(link, link, token, DashboardClient.setup("owner@example.com")));

      assertThat(fresh.query("SELECT 1 FROM app_user")).isEmpty();
      assertThat(stranger.get(link).status()).isEqualTo(200);
    }
  }

  @Test
  void an_action_is_in_the_log_before_it_begins_and_after_it_ends() {
    try (var client = DashboardClient.of(florin, owner)) {
      String token = DashboardClient.formToken(client.get("/dashboard"));
      client.post("/dashboard", "/dashboard/mode", token, Map.of("mode", "test"));
    }
    assertThat(
            florin.query(
                "SELECT outcome FROM audit_entry WHERE action = 'mode.switch' AND user_id = ? ORDER BY number",
                id(owner)))
        .containsExactly("requested", "done");
  }

  private static UUID id(Member member) {
    return member.user().id().uuid();
  }
}
