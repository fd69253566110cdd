package florin.dashboard.entry;

import static florin.testing.DashboardClient.PASSWORD;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import florin.dashboard.pipeline.ConfirmView;
import florin.dashboard.settings.KeyPages;
import florin.team.Member;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signing in and out over HTTP. Each test resets the counters of attempts by address. */
@TestInstance(Lifecycle.PER_CLASS)
class SignInTest {
  private static final String SIGN_IN = "/dashboard/sign-in";

  private TestApp florin;
  private DashboardClient browser;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @org.junit.jupiter.api.BeforeEach
  void begin() {
    florin.update("DELETE FROM sign_in_failure");
    browser = DashboardClient.stranger(florin);
  }

  @org.junit.jupiter.api.AfterEach
  void end() {
    browser.close();
  }

  @Test
  void the_right_password_leads_to_the_requested_page() {
    Member member = DashboardClient.newMember(florin, Role.VIEWER);

    Reply refused = browser.get("/dashboard/elsewhere?status=failed&page=2");
    assertThat(refused.status()).isEqualTo(303);
    assertThat(refused.header("Location"))
        .contains(SIGN_IN + "?to=%2Fdashboard%2Felsewhere%3Fstatus%3Dfailed%26page%3D2");
    Reply page = browser.follow(refused);
    assertThat(page.body())
        .contains("name=\"to\" value=\"/dashboard/elsewhere?status=failed&amp;page=2\"");

    Reply entered =
        signIn(member.user().email(), PASSWORD, "/dashboard/elsewhere?status=failed&page=2");
    assertThat(entered.status()).isEqualTo(303);
    assertThat(entered.header("Location")).contains("/dashboard/elsewhere?status=failed&page=2");
    assertThat(browser.get("/dashboard").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example/",
        "//evil.example",
        "///evil.example",
        "https:evil.example",
        "https:/evil.example",
        "\\\\evil.example",
        "/%5Cevil.example",
        "/%2Fevil.example",
        "%2F%2Fevil.example",
        "/dashboard/%5C%5Cevil.example",
        "/dashboard\\..\\..\\evil.example",
        "/dashboard/..;/evil.example",
        "/dashboard#@evil.example",
        " //evil.example",
        "data:text/html,x",
        "/\\evil.example",
        "/dashboard//evil.example",
        "/dashboard/../..//evil.example",
        "/dashboard@evil.example",
        "/dashboard.evil.example",
        "/dashboardevil",
        "javascript:alert(1)",
        "/dashboard\r\nSet-Cookie: a=b",
        "\t/dashboard",
        "/dashboard/%2e%2e/%2f",
        ""
      })
  void a_sign_in_never_redirects_out_of_the_dashboard(String to) {
    Member member = DashboardClient.newMember(florin, Role.VIEWER);

    Reply entered = signIn(member.user().email(), PASSWORD, to);

    assertThat(entered.header("Location")).contains("/dashboard");
  }

  @Test
  void an_unknown_address_gets_the_response_of_a_wrong_password() {
    String known = DashboardClient.newMember(florin, Role.OWNER).user().email();
    String unknown = known.replace("owner", "other");

    Reply wrong = signIn(known, "not the password", "");
    Reply nobody = signIn(unknown, "not the password", "");

    assertThat(wrong.status()).isEqualTo(422).isEqualTo(nobody.status());
    assertThat(wrong.body()).contains("Wrong email address or password.");
    assertThat(nobody.body().replace(unknown, known)).isEqualTo(wrong.body());
  }

  @Test
  void five_failures_lock_an_address_whether_or_not_it_has_a_user() {
    String known = DashboardClient.newMember(florin, Role.OWNER).user().email();

    for (String email : List.of(known, "nobody@example.com")) {
      for (int i = 0; i < 5; i++) {
        assertThat(signIn(email, "wrong", "").status()).isEqualTo(422);
      }
      Reply locked = signIn(email, PASSWORD, "");
      assertThat(locked.status()).isEqualTo(429);
      assertThat(locked.body()).contains("Too many failed attempts. Try again in ");
    }

    florin.update("UPDATE sign_in_failure SET locked_until = now() - interval '1 second'");
    assertThat(signIn(known, PASSWORD, "").status()).isEqualTo(303);
    assertThat(florin.query("SELECT detail FROM audit_entry WHERE actor = ?", known))
        .containsExactly("after 5 failed attempts");
  }

  @Test
  void guesses_from_other_browsers_do_not_lock_out_one_that_signed_in_before() {
    String email = DashboardClient.newMember(florin, Role.OWNER).user().email();
    signIn(email, PASSWORD, "");
    browser.submit("/dashboard", "/dashboard/sign-out", Map.of());
    lockFromElsewhere(email);

    assertThat(signIn(email, PASSWORD, "").status()).isEqualTo(303);
    assertThat(
            florin.query("SELECT detail FROM audit_entry WHERE actor = ? ORDER BY number", email))
        .last()
        .isEqualTo("after 5 failed attempts");
  }

  @Test
  void wrong_guesses_from_a_browser_that_signed_in_before_lock_only_it() {
    String email = DashboardClient.newMember(florin, Role.OWNER).user().email();
    signIn(email, PASSWORD, "");
    browser.submit("/dashboard", "/dashboard/sign-out", Map.of());

    for (int i = 0; i < 5; i++) {
      assertThat(signIn(email, "wrong", "").status()).isEqualTo(422);
    }

    assertThat(signIn(email, PASSWORD, "").status()).isEqualTo(429);
    try (var other = DashboardClient.stranger(florin)) {
      assertThat(signIn(other, email, PASSWORD).status()).isEqualTo(303);
    }
  }

  @Test
  void a_forged_old_or_foreign_device_cookie_is_ignored() {
    String email = DashboardClient.newMember(florin, Role.OWNER).user().email();
    signIn(DashboardClient.newMember(florin, Role.OWNER).user().email(), PASSWORD, "");
    String name = browser.sessionCookie() + "-device";
    String another = requireNonNull(browser.cookies().get(name));
    browser.submit("/dashboard", "/dashboard/sign-out", Map.of());
    lockFromElsewhere(email);

    String[] parts = another.split("\\.");
    for (String cookie :
        List.of(
            another,
            parts[0] + "." + parts[1] + "." + "A".repeat(43),
            parts[0] + ".99999999999." + parts[2],
            "x".repeat(4000))) {
      browser.cookies().put(name, cookie);
      assertThat(signIn(email, PASSWORD, "").status()).as(cookie).isEqualTo(429);
    }
  }

  @Test
  void the_device_cookie_is_hidden_from_scripts_and_outlives_the_session() {
    String email = DashboardClient.newMember(florin, Role.OWNER).user().email();

    Reply entered = signIn(email, PASSWORD, "");

    assertThat(entered.headers().allValues("Set-Cookie"))
        .anySatisfy(cookie ->
            assertThat(cookie)
                .matches(
                    browser.sessionCookie()
                        + "-device=[A-Za-z0-9_-]{22}\\.[0-9]+\\.[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000"));
    assertThat(entered.headers().allValues("Set-Cookie").toString())
        .doesNotContain(email, "Domain");
  }

  @Test
  void guesses_from_other_browsers_do_not_block_a_signed_in_users_confirmation() {
    Member member = DashboardClient.newMember(florin, Role.OWNER);
    try (var owner = DashboardClient.of(florin, member)) {
      lockFromElsewhere(member.user().email());
      florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");
      String token = DashboardClient.formToken(owner.get("/dashboard"));

      for (int i = 0; i < 3; i++) {
        assertThat(confirm(owner, token, "wrong").body()).contains("Wrong password.");
      }
      assertThat(confirm(owner, token, PASSWORD).status()).isEqualTo(303);

      florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");
      for (int i = 0; i < 5; i++) {
        confirm(owner, token, "wrong");
      }
      assertThat(confirm(owner, token, PASSWORD).body()).contains("Too many wrong passwords.");
    }
  }

  private static Reply confirm(DashboardClient owner, String token, String password) {
    return owner.post(
        "/dashboard",
        KeyPages.LIVE_SETTINGS,
        token,
        Map.of("allowed", "no", ConfirmView.FIELD, password));
  }

  private void lockFromElsewhere(String email) {
    try (var elsewhere = DashboardClient.stranger(florin)) {
      for (int i = 0; i < 5; i++) {
        assertThat(signIn(elsewhere, email, "wrong").status()).isEqualTo(422);
      }
      assertThat(signIn(elsewhere, email, PASSWORD).status()).isEqualTo(429);
    }
  }

  @Test
  void failures_lock_their_network_address() {
    Member member = DashboardClient.newMember(florin, Role.OWNER);
    signIn("first@example.com", "wrong", "");
    florin.update("UPDATE sign_in_failure SET failures = 29 WHERE failures = 1");

    assertThat(signIn("second@example.com", "wrong", "").status()).isEqualTo(422);
    assertThat(signIn(member.user().email(), PASSWORD, "").status()).isEqualTo(429);
  }

  @Test
  void a_sign_in_replaces_an_existing_session_cookie() {
    Member member = DashboardClient.newMember(florin, Role.OWNER);
    String planted = "A".repeat(43);
    browser.cookies().put(browser.sessionCookie(), planted);

    signIn(member.user().email(), PASSWORD, "");

    assertThat(browser.cookies().get(browser.sessionCookie())).hasSize(43).isNotEqualTo(planted);
  }

  @Test
  void a_session_ends_after_a_quarter_of_an_hour_without_activity() {
    try (var owner = DashboardClient.of(florin, Role.OWNER)) {
      age("seen_at", "14 minutes");
      assertThat(owner.get("/dashboard").status())
          .as("this request extends the session")
          .isEqualTo(200);
      age("seen_at", "14 minutes");
      assertThat(owner.get("/dashboard").status()).isEqualTo(200);
      age("seen_at", "16 minutes");
      Reply ended = owner.get("/dashboard/payments");
      assertThat(ended.header("Location"))
          .contains("/dashboard/sign-in?to=%2Fdashboard%2Fpayments&ended=1");
      assertThat(owner.follow(ended).body())
          .contains(
              "Your session has ended: it lasts 15 minutes without activity, and 12 hours at most.");
    }
  }

  @Test
  void a_late_form_is_encrypted_and_shown_to_no_other_member() {
    String payment =
        florin.post("/v2/payments", TestApp.payment(5000, "4242424242424242")).payment();
    String path = "/dashboard/payments/" + payment;
    for (boolean isSame : List.of(true, false)) {
      Member member = DashboardClient.newMember(florin, Role.SUPPORT);
      try (var support = DashboardClient.of(florin, member)) {
        String token = DashboardClient.formToken(support.get(path));
        age("seen_at", "16 minutes");
        Reply late =
            support.post(path, path + "/refund", token, Map.of("amount", "43.21", "reason", ""));
        assertThat(late.header("Location"))
            .contains("/dashboard/sign-in?to=" + path.replace("/", "%2F") + "&unsent=1");
        assertThat(florin.query("SELECT count(*) FROM session WHERE once LIKE '%43.21%'"))
            .containsExactly("0");
        assertThat(florin.query("SELECT count(*) FROM session WHERE once IS NOT NULL"))
            .containsExactly("1");

        browser
            .cookies()
            .put(browser.sessionCookie(), support.cookies().get(support.sessionCookie()));
        Member next = isSame ? member : DashboardClient.newMember(florin, Role.SUPPORT);
        signIn(next.user().email(), PASSWORD, "");
        String page = browser.get(path).body();
        if (isSame) {
          assertThat(page)
              .contains("<template id=\"kept\"", "<input name=\"amount\" value=\"43.21\">");
          assertThat(browser.get(path).body()).doesNotContain("43.21");
        } else {
          assertThat(page).doesNotContain("43.21", "Your session ended");
        }
        florin.update("UPDATE session SET once = NULL");
      }
    }
  }

  @Test
  void a_late_form_of_live_mode_returns_to_it_with_an_audit_entry() {
    Member member = DashboardClient.newMember(florin, Role.ADMIN);
    try (var admin = DashboardClient.of(florin, member)) {
      String token = DashboardClient.formToken(admin.get("/dashboard"));
      admin.post("/dashboard", "/dashboard/mode", token, Map.of("mode", "live"));
      age("seen_at", "16 minutes");
      String links = "/dashboard/payment-links/new";
      admin.post(links, links, token, Map.of("description", "Tea"));
      browser.cookies().put(browser.sessionCookie(), admin.cookies().get(admin.sessionCookie()));

      signIn(member.user().email(), PASSWORD, "");

      assertThat(browser.get(links).body()).contains("<input name=\"description\" value=\"Tea\">");
      assertThat(
              florin.query(
                  "SELECT concat_ws(' ', action, mode, detail) FROM audit_entry WHERE user_id = ?::uuid AND action = 'mode.switch' AND outcome = 'done' ORDER BY number",
                  member.user().id().uuid().toString()))
          .containsExactly(
              "mode.switch test to live mode",
              "mode.switch test to live mode, with the form of the ended session");
    }
  }

  @Test
  void a_form_without_the_token_of_its_session_is_not_kept() {
    try (var support = DashboardClient.of(florin, Role.SUPPORT)) {
      support.get("/dashboard");
      age("seen_at", "16 minutes");
      Reply late =
          support.post("/dashboard", "/dashboard/mode", "A".repeat(43), Map.of("mode", "live"));
      assertThat(late.status()).isEqualTo(303);
      assertThat(florin.query("SELECT 1 FROM session WHERE once IS NOT NULL")).isEmpty();
    }
  }

  @Test
  void a_session_ends_after_twelve_hours_however_busy() {
    try (var owner = DashboardClient.of(florin, Role.OWNER)) {
      age("created_at", "11 hours 59 minutes");
      assertThat(owner.get("/dashboard").status()).isEqualTo(200);
      age("created_at", "2 minutes");
      assertThat(owner.get("/dashboard").status()).isEqualTo(303);
    }
  }

  @Test
  void a_revoked_session_has_ended() {
    Member member = DashboardClient.newMember(florin, Role.OWNER);
    var sessions = florin.app().team().sessions();
    try (var here = DashboardClient.of(florin, member);
        var there = DashboardClient.of(florin, member)) {
      sessions.list(member.user()).stream()
          .limit(1)
          .forEach(session -> sessions.revoke(member.user(), session.id()));

      assertThat(List.of(here.get("/dashboard").status(), there.get("/dashboard").status()))
          .containsExactlyInAnyOrder(200, 303);
    }
  }

  @Test
  void after_a_sign_out_the_old_cookie_is_invalid() {
    try (var owner = DashboardClient.of(florin, Role.OWNER)) {
      String cookie = owner.cookies().get(owner.sessionCookie());

      Reply out = owner.submit("/dashboard", "/dashboard/sign-out", Map.of());

      assertThat(out.header("Location")).contains(SIGN_IN);
      assertThat(owner.cookies()).doesNotContainKey(owner.sessionCookie());
      owner.cookies().put(owner.sessionCookie(), cookie);
      assertThat(owner.get("/dashboard").status()).isEqualTo(303);
    }
  }

  @Test
  void the_cookie_is_hidden_from_scripts_and_other_sites() {
    String email = DashboardClient.newMember(florin, Role.OWNER).user().email();

    Reply entered = signIn(email, PASSWORD, "");

    assertThat(entered.headers().allValues("Set-Cookie"))
        .anySatisfy(cookie ->
            assertThat(cookie)
                .startsWith(browser.sessionCookie() + "=")
                .contains("; Path=/; HttpOnly; SameSite=Lax")
                .doesNotContain("Domain"));
  }

  private static Reply signIn(DashboardClient client, String email, String password) {
    return client.submit(SIGN_IN, SIGN_IN, Map.of("email", email, "password", password));
  }

  private Reply signIn(String email, String password, String to) {
    return browser.submit(SIGN_IN, SIGN_IN, Map.of("email", email, "password", password, "to", to));
  }

  private void age(String column, String interval) {
    florin.update("UPDATE session SET %1$s = %1$s - interval '%2$s'".formatted(column, interval));
  }
}
