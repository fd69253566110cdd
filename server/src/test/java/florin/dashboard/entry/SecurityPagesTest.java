package florin.dashboard.entry;

import static florin.testing.DashboardClient.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.SessionId;
import florin.team.Member;
import florin.team.Role;
import florin.team.Token;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Password changes, password resets and sessions. The second factor has its own test. */
@TestInstance(Lifecycle.PER_CLASS)
class SecurityPagesTest {
  private static final String SECURITY = "/dashboard/security";
  private static final String COMMON = "password2026";
  private static final String OTHER = "another long password";

  private TestApp florin;
  private Member member;
  private DashboardClient here;
  private DashboardClient there;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @BeforeEach
  void begin() {
    florin.update("DELETE FROM sign_in_failure");
    member = DashboardClient.newMember(florin, Role.VIEWER);
    here = DashboardClient.of(florin, member);
    there = DashboardClient.of(florin, member);
  }

  @AfterEach
  void end() {
    here.close();
    there.close();
  }

  @Test
  void a_new_password_takes_effect_and_ends_all_other_sessions() {
    Reply changed = changePassword(PASSWORD, OTHER, OTHER);

    assertThat(here.follow(changed).body())
        .contains("Password changed. You're signed out everywhere else.");
    assertThat(there.get("/dashboard").status()).isEqualTo(303);
    assertThat(signIn(PASSWORD).status()).isEqualTo(422);
    assertThat(signIn(OTHER).status()).isEqualTo(303);
  }

  @Test
  void a_password_is_not_changed_without_the_old_one_or_to_a_bad_one() {
    assertThat(changePassword("not the password", OTHER, OTHER).body()).contains("Wrong password.");
    assertThat(changePassword("", OTHER, OTHER).status()).isEqualTo(422);
    assertThat(changePassword(PASSWORD, "short", "short").body()).contains("at least 12");
    assertThat(changePassword(PASSWORD, OTHER, "something else").body())
        .contains("The passwords don't match.");
    assertThat(changePassword(PASSWORD, COMMON, COMMON).body())
        .contains(
            "This password is too easy to guess. Use a few unrelated words, or let a password manager create one.");

    assertThat(signIn(PASSWORD).status()).isEqualTo(303);
    assertThat(there.get("/dashboard").status()).isEqualTo(200);
  }

  @Test
  void sessions_are_listed_and_others_can_be_ended() {
    assertThat(here.get(SECURITY).body()).containsOnlyOnce("This browser").contains("127.0.0.1");
    var other = session(there);

    here.submit(SECURITY, SECURITY + "/sessions/" + other + "/revoke", Map.of());

    assertThat(there.get("/dashboard").status()).isEqualTo(303);
    assertThat(here.get("/dashboard").status()).isEqualTo(200);
  }

  @Test
  void a_session_of_another_user_returns_404() {
    try (var stranger = DashboardClient.of(florin, Role.OWNER)) {
      var id = session(stranger);
      String token = DashboardClient.formToken(here.get(SECURITY));

      Reply reply = here.post(SECURITY, SECURITY + "/sessions/" + id + "/revoke", token, Map.of());

      assertThat(reply.status()).isEqualTo(404);
      assertThat(stranger.get("/dashboard").status()).isEqualTo(200);
    }
  }

  @Test
  void all_other_sessions_can_be_ended_together() {
    here.submit(SECURITY, SECURITY + "/sessions/revoke-others", Map.of());

    assertThat(there.get("/dashboard").status()).isEqualTo(303);
    assertThat(here.get("/dashboard").status()).isEqualTo(200);
  }

  @Test
  void the_operators_link_sets_a_new_password_once() {
    Token first = florin.app().team().resets().newLink(member.user(), false);
    String old = "/dashboard/reset/" + first.reveal();
    String link =
        "/dashboard/reset/" + florin.app().team().resets().newLink(member.user(), false).reveal();
    var fields = Map.of("password", OTHER, "password_again", OTHER);
    try (var browser = DashboardClient.stranger(florin)) {
      assertThat(browser.get(old).status()).as("replaced by a newer link").isEqualTo(404);
      var common = Map.of("password", COMMON, "password_again", COMMON);
      assertThat(browser.submit(link, link, common).body())
          .contains(
              "This password is too easy to guess. Use a few unrelated words, or let a password manager create one.");
      Reply reset = browser.submit(link, link, fields);

      assertThat(reset.header("Location")).contains("/dashboard/sign-in");
      assertThat(browser.get("/dashboard").status()).as("a reset does not sign in").isEqualTo(303);
      assertThat(browser.get(link).status()).isEqualTo(404);
    }
    assertThat(here.get("/dashboard").status()).isEqualTo(303);
    assertThat(signIn(PASSWORD).status()).isEqualTo(422);
    assertThat(signIn(OTHER).status()).isEqualTo(303);
    assertThat(
            florin.query(
                "SELECT action FROM audit_entry WHERE actor = ? AND action = 'password.reset'",
                member.user().email()))
        .hasSize(1);
  }

  @Test
  void a_link_that_is_too_old_sets_nothing() {
    String link =
        "/dashboard/reset/" + florin.app().team().resets().newLink(member.user(), false).reveal();
    try (var browser = DashboardClient.stranger(florin)) {
      String token = DashboardClient.formToken(browser.get(link));
      florin.update("UPDATE reset_link SET expires_at = now() - interval '1 second'");

      var fields = Map.of("password", OTHER, "password_again", OTHER);
      assertThat(browser.post(link, link, token, fields).status()).isEqualTo(404);
    }
    assertThat(signIn(PASSWORD).status()).isEqualTo(303);
  }

  private SessionId session(DashboardClient client) {
    String cookie = client.cookies().getOrDefault(client.sessionCookie(), "");
    return florin
        .app()
        .team()
        .sessions()
        .find(Token.parse(cookie).orElseThrow())
        .orElseThrow()
        .id();
  }

  private Reply changePassword(String old, String password, String again) {
    String token = DashboardClient.formToken(here.get(SECURITY));
    return here.post(
        SECURITY,
        SECURITY + "/password",
        token,
        Map.of("current_password", old, "password", password, "password_again", again));
  }

  private Reply signIn(String password) {
    try (var browser = DashboardClient.stranger(florin)) {
      String path = "/dashboard/sign-in";
      return browser.submit(
          path, path, Map.of("email", member.user().email(), "password", password));
    }
  }
}
