package florin.team;

import static florin.testing.DashboardClient.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The second factor over HTTP, from the QR code to a lost phone. */
@TestInstance(Lifecycle.PER_CLASS)
class SecondFactorTest {
  private static final String SECURITY = "/dashboard/security";
  private static final String FACTOR = SECURITY + "/second-factor";
  private static final String SIGN_IN = "/dashboard/sign-in";
  private static final String CODE = SIGN_IN + "/code";
  private static final Pattern SECRET =
      Pattern.compile("<code id=\"factor-secret\">([A-Z2-7 ]+)</code>");
  private static final Pattern CODES = Pattern.compile("(?s)<pre id=\"once\"[^>]*>([^<]+)</pre>");

  private TestApp florin;
  private Member member;
  private DashboardClient here;
  private DashboardClient browser;

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
    member = DashboardClient.newMember(florin, Role.SUPPORT);
    here = DashboardClient.of(florin, member);
    browser = DashboardClient.stranger(florin);
  }

  @AfterEach
  void end() {
    here.close();
    browser.close();
  }

  /** The authenticator's secret and the recovery codes of a member. */
  private record Factor(String secret, List<String> recoveryCodes) {
    String code() {
      return Totp.code(secret, Totp.step(Instant.now()));
    }
  }

  @Test
  void it_is_set_up_with_a_qr_code_and_a_code_and_is_then_required() {
    Factor factor = turnOn();
    assertThat(factor.recoveryCodes()).hasSize(10).doesNotHaveDuplicates();
    assertThat(here.get(SECURITY).body())
        .contains("10 of 10 recovery codes are left")
        .doesNotContain(factor.recoveryCodes().getFirst());

    Reply half = signIn("/dashboard/team");
    assertThat(half.header("Location")).contains(CODE + "?to=%2Fdashboard%2Fteam");
    assertThat(browser.get("/dashboard").status()).as("not signed in yet").isEqualTo(303);
    Reply entered = submitCode(factor.code());

    assertThat(entered.status()).isEqualTo(303);
    assertThat(entered.header("Location")).contains("/dashboard/team");
    assertThat(browser.get("/dashboard").status()).isEqualTo(200);
  }

  @Test
  void it_takes_effect_only_after_the_app_has_shown_a_code() {
    String secret = begin(here);

    Reply wrong = here.submit(FACTOR, FACTOR + "/enable", Map.of("code", "none"));
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.body()).contains("This code is wrong.");
    assertThat(secretOn(wrong)).isEqualTo(secret);
    assertThat(signIn("").header("Location")).contains("/dashboard");
    assertThat(browser.get("/dashboard").status()).isEqualTo(200);
  }

  @Test
  void its_secret_is_not_in_the_database_in_clear() {
    Factor factor = turnOn();

    assertThat(florin.query("SELECT secret FROM second_factor"))
        .isNotEmpty()
        .noneMatch(kept -> kept.contains(factor.secret()));
  }

  @Test
  void a_code_is_accepted_once() {
    Factor factor = turnOn();
    signIn("");
    String code = factor.code();
    assertThat(submitCode(code).status()).isEqualTo(303);

    try (var eavesdropper = DashboardClient.stranger(florin)) {
      signIn(eavesdropper, "");
      Reply replayed = submitCode(eavesdropper, code);

      assertThat(replayed.status()).isEqualTo(422);
      assertThat(replayed.body())
          .contains("This code is wrong or was already used. Wait for the next one.")
          .doesNotContain(code);
      assertThat(eavesdropper.get("/dashboard").status()).isEqualTo(303);
    }
  }

  @Test
  void attempts_with_codes_are_limited_and_a_new_sign_in_does_not_reset_the_limit() {
    Factor factor = turnOn();
    signIn("");

    for (int i = 0; i < 4; i++) {
      assertThat(submitCode("no code").status()).isEqualTo(422);
    }
    Reply locked = submitCode(factor.code());
    assertThat(locked.status()).isEqualTo(429);
    assertThat(locked.body()).contains("Too many failed attempts. Try again in ");
    assertThat(signIn("").status()).as("another password attempt").isEqualTo(429);
  }

  @Test
  void each_step_has_its_own_token_and_no_planted_one() {
    Factor factor = turnOn();
    String planted = "A".repeat(43);
    String step = browser.sessionCookie() + "-step";
    browser.cookies().put(browser.sessionCookie(), planted);
    browser.cookies().put(step, planted);

    signIn("");
    String half = browser.cookies().get(step);
    assertThat(half).isNotEqualTo(planted);
    assertThat(browser.cookies().get(browser.sessionCookie())).isEqualTo(planted);
    submitCode(factor.code());

    assertThat(browser.cookies().get(browser.sessionCookie())).hasSize(43).isNotIn(planted, half);
    assertThat(browser.cookies()).doesNotContainKey(step);
  }

  @Test
  void the_token_of_the_first_step_is_no_session_and_works_once() {
    Factor factor = turnOn();
    signIn("");
    String half = browser.cookies().get(browser.sessionCookie() + "-step");
    try (var thief = DashboardClient.stranger(florin)) {
      thief.cookies().put(thief.sessionCookie(), half);
      assertThat(thief.get("/dashboard").status()).isEqualTo(303);
    }
    submitCode(factor.code());
    timePasses();
    try (var late = DashboardClient.stranger(florin)) {
      late.cookies().put(late.sessionCookie() + "-step", half);
      Reply reply = submitCode(late, factor.code());
      assertThat(reply.status()).isEqualTo(422);
      assertThat(reply.body()).contains("That took too long.");
    }
  }

  @Test
  void a_user_who_waits_too_long_starts_again() {
    turnOn();
    signIn("");
    florin.update("UPDATE sign_in_step SET expires_at = now() - interval '1 second'");

    assertThat(submitCode("123456").body()).contains("That took too long.", "<h1>Sign in</h1>");
  }

  @Test
  void a_recovery_code_replaces_the_app_once() {
    Factor factor = turnOn();
    String recovery = factor.recoveryCodes().get(3);
    signIn("");

    Reply entered = submitCode(recovery.toLowerCase(Locale.ROOT).replace("-", " "));
    assertThat(browser.follow(entered).body()).contains("9 of 10 recovery codes are left");
    try (var other = DashboardClient.stranger(florin)) {
      signIn(other, "");
      assertThat(submitCode(other, recovery).status()).isEqualTo(422);
    }
    assertThat(
            florin.query(
                "SELECT detail FROM audit_entry WHERE actor = ? AND action = 'session.sign_in'",
                member.user().email()))
        .anyMatch(detail -> detail.startsWith("with a recovery code"));
  }

  @Test
  void new_recovery_codes_make_the_old_ones_worthless() {
    Factor factor = turnOn();
    Reply renewed = here.follow(here.submit(SECURITY, SECURITY + "/recovery-codes", Map.of()));
    assertThat(codesOn(renewed)).hasSize(10).doesNotContainAnyElementsOf(factor.recoveryCodes());

    signIn("");
    assertThat(submitCode(factor.recoveryCodes().getFirst()).status()).isEqualTo(422);
    assertThat(submitCode(codesOn(renewed).getFirst()).status()).isEqualTo(303);
  }

  @Test
  void enabling_or_disabling_it_requires_the_password_again() {
    florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");
    assertThat(here.submit(SECURITY, FACTOR, Map.of()).status()).isEqualTo(403);
    assertThat(here.submit(SECURITY, FACTOR, Map.of("current_password", PASSWORD)).status())
        .isEqualTo(303);
    turnOn();
    florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");

    Reply question = here.submit(SECURITY, FACTOR + "/disable", Map.of());
    assertThat(question.status()).isEqualTo(403);
    assertThat(here.get(SECURITY).body()).contains("recovery codes are left");
    here.submit(SECURITY, FACTOR + "/disable", Map.of("current_password", PASSWORD));
    assertThat(here.get(SECURITY).body()).contains("Set up");
    assertThat(signIn("").header("Location")).contains("/dashboard");
  }

  @Test
  void the_operators_link_removes_it() {
    turnOn();
    Resets resets = florin.app().team().resets();

    reset(resets.newLink(member.user(), false), "another password");
    assertThat(signIn(browser, "", "another password").header("Location").orElseThrow())
        .startsWith(CODE);
    reset(resets.newLink(member.user(), true), "yet another password");
    assertThat(signIn(browser, "", "yet another password").header("Location"))
        .contains("/dashboard");
  }

  private void reset(Token link, String password) {
    String path = "/dashboard/reset/" + link.reveal();
    var fields = Map.of("password", password, "password_again", password);
    assertThat(browser.submit(path, path, fields).status()).isEqualTo(303);
  }

  private Factor turnOn() {
    String secret = begin(here);
    String code = Totp.code(secret, Totp.step(Instant.now()));
    Reply on = here.submit(FACTOR, FACTOR + "/enable", Map.of("code", code));
    assertThat(on.status()).as(on.body()).isEqualTo(303);
    Factor factor = new Factor(secret, codesOn(here.follow(on)));
    timePasses();
    return factor;
  }

  private static String begin(DashboardClient client) {
    Reply begun = client.submit(SECURITY, FACTOR, Map.of());
    Reply page = client.follow(begun);
    assertThat(page.body()).contains("<svg class=\"qr\"").contains("h1v1h-1z");
    return secretOn(page);
  }

  /** Ends the time step of the last code. */
  private void timePasses() {
    florin.update("UPDATE second_factor SET last_step = last_step - 10");
  }

  private Reply signIn(String to) {
    return signIn(browser, to);
  }

  private Reply signIn(DashboardClient client, String to) {
    return signIn(client, to, PASSWORD);
  }

  private Reply signIn(DashboardClient client, String to, String password) {
    var fields = Map.of("email", member.user().email(), "password", password, "to", to);
    return client.submit(SIGN_IN, SIGN_IN, fields);
  }

  private Reply submitCode(String code) {
    return submitCode(browser, code);
  }

  private static Reply submitCode(DashboardClient client, String code) {
    Reply page = client.get(CODE + "?to=%2Fdashboard%2Fteam");
    String token = DashboardClient.formToken(page.status() == 200 ? page : client.get(SIGN_IN));
    return client.post(CODE, CODE, token, Map.of("code", code, "to", "/dashboard/team"));
  }

  private static String secretOn(Reply page) {
    return found(SECRET, page).replace(" ", "");
  }

  private static List<String> codesOn(Reply page) {
    return found(CODES, page).lines().toList();
  }

  private static String found(Pattern pattern, Reply page) {
    Matcher matcher = pattern.matcher(page.body());
    assertThat(matcher.find()).as(page.body()).isTrue();
    return matcher.group(1);
  }
}
