package florin.team;

import static florin.testing.DashboardClient.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.PasskeyId;
import florin.testing.DashboardClient;
import florin.testing.PasskeyDevice;
import florin.testing.Reply;
import florin.testing.TestApp;
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

/** Passkeys over HTTP with a simulated device. Each check rejects the attack that it exists for. */
@TestInstance(Lifecycle.PER_CLASS)
class PasskeyTest {
  private static final String SECURITY = "/dashboard/security";
  private static final String PASSKEYS = SECURITY + "/passkeys";
  private static final String NEW = PASSKEYS + "/new";
  private static final String CREATION = PASSKEYS + "/creation";
  private static final String REQUEST = PASSKEYS + "/request";
  private static final String SIGN_IN = "/dashboard/sign-in";
  private static final String BY_PASSKEY = SIGN_IN + "/passkey";
  private static final String REFUSED = "This passkey is not registered here. Use your password.";

  private TestApp florin;
  private Member member;
  private DashboardClient here;
  private DashboardClient browser;
  private PasskeyDevice device;

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
    florin.update("UPDATE account SET second_factor_required = false");
    member = DashboardClient.newMember(florin, Role.ADMIN);
    here = signedIn(member);
    browser = stranger();
    device = new PasskeyDevice(here.origin());
  }

  @AfterEach
  void end() {
    here.close();
    browser.close();
  }

  @Test
  void it_is_added_with_a_name_signs_in_and_is_removed() {
    assertThat(here.follow(add(here, device)).body())
        .contains("Passkey added.", "Phone", "never used");

    Reply entered = signIn(browser, device);
    assertThat(entered.header("Location")).contains("/dashboard/team");
    assertThat(browser.get(SECURITY).body()).contains("Phone", "last used");
    assertThat(browser.cookies().get(browser.sessionCookie())).hasSize(43);

    String id = florin.query("SELECT id FROM passkey WHERE user_id = ?", user()).getFirst();
    String remove = PASSKEYS + "/" + passkeyId(id) + "/remove";
    assertThat(here.follow(here.submit(SECURITY, remove, Map.of())).body())
        .contains("Passkey removed.")
        .doesNotContain("Phone");
    try (var late = stranger()) {
      refused(signIn(late, device));
    }
    assertThat(audit())
        .contains("passkey.add Phone done", "session.sign_in with a passkey done")
        .contains("passkey.remove Phone done");
  }

  @Test
  void a_device_without_a_counter_signs_in_repeatedly() {
    add(here, device.count(0));
    for (int i = 0; i < 2; i++) {
      try (var again = stranger()) {
        assertThat(signIn(again, device.count(0)).status()).isEqualTo(303);
      }
    }
  }

  @Test
  void adding_and_removing_require_the_password_or_a_passkey_again() {
    add(here, device);
    florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");

    Reply asked = here.submit(SECURITY, NEW, Map.of());
    assertThat(asked.status()).isEqualTo(403);
    assertThat(asked.body()).contains("Use a passkey");
    String answer = device.get(here.get(REQUEST).body());
    String token = DashboardClient.formToken(asked);
    assertThat(here.post(SECURITY, NEW, token, Map.of("current_passkey", "{}")).body())
        .contains("Florin didn't accept this passkey. Try again, or enter your password.");
    Map<String, String> given = Map.of("current_passkey", answer);
    assertThat(here.post(SECURITY, NEW, token, given).header("Location")).contains(NEW);
    florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");
    assertThat(here.post(SECURITY, NEW, token, given).status())
        .as("the response is valid once")
        .isEqualTo(403);
    assertThat(here.post(SECURITY, NEW, token, Map.of("current_password", PASSWORD)).status())
        .isEqualTo(303);
  }

  @Test
  void a_passkey_of_another_user_confirms_nothing() {
    add(here, device);
    try (var other = signedIn(DashboardClient.newMember(florin, Role.OWNER))) {
      add(other, new PasskeyDevice(other.origin()));
      florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");
      String answer = device.get(other.get(REQUEST).body());
      Reply reply = other.submit(SECURITY, NEW, Map.of("current_passkey", answer));
      assertThat(reply.status()).isEqualTo(403);
      assertThat(reply.body())
          .contains("Florin didn't accept this passkey. Try again, or enter your password.");
    }
  }

  @Test
  void one_created_for_another_site_or_an_unknown_user_is_not_added() {
    var wrong =
        List.of(
            device().at("https://localhost.example"),
            device().at(here.origin() + "0"),
            device().host("example.com"),
            device().verifies(false),
            device().format("android-safetynet"));
    for (PasskeyDevice bad : wrong) {
      assertThat(add(here, bad).body())
          .contains("Your device couldn't create a passkey for Florin. Try again.");
    }
    for (String bad :
        List.of("", "{}", "[]", "null", "no json", "{\"id\":\"" + "A".repeat(9000) + "\"}")) {
      assertThat(add(here, bad).body())
          .contains("Your device couldn't create a passkey for Florin. Try again.");
    }
    assertThat(here.get(SECURITY).body()).doesNotContain("never used");
    add(here, device);
    assertThat(florin.query("SELECT 1 FROM passkey WHERE user_id = ?", user())).hasSize(1);
  }

  @Test
  void a_response_with_any_invalid_part_starts_no_session() {
    add(here, device);
    try (var elsewhere = stranger()) {
      String foreign = request(elsewhere);
      refused(post(browser, device.get(foreign)), "another browser's challenge");
    }
    String own = request(browser);
    refused(post(browser, device.at("https://evil.example").get(own)), "origin");
    refused(post(browser, device.at("http://localhost").get(own)), "port");
    device.at(here.origin());
    refused(post(browser, device.host("evil.example").get(own)), "RP ID");
    device.host("localhost");
    refused(post(browser, device.verifies(false).get(own)), "user verification");
    device.verifies(true);
    String right = device.get(own);
    refused(post(browser, right.replaceFirst("\"signature\":\"ME", "\"signature\":\"MF")), "DER");
    refused(post(browser, new PasskeyDevice(here.origin()).get(own)), "an unknown passkey");
    refused(post(browser, "{}"), "no answer");
    refused(post(browser, "null"), "nothing");
    refused(post(browser, "[".repeat(8000)), "far too deep");

    assertThat(post(browser, right).status()).as("the unaltered response").isEqualTo(303);
  }

  @Test
  void a_response_signs_in_once() {
    add(here, device.count(0));
    browser.get(SIGN_IN);
    try (var thief = stranger()) {
      thief.cookies().putAll(browser.cookies());
      String answer = device.count(0).get(browser.get(BY_PASSKEY).body());
      assertThat(post(browser, answer).status()).isEqualTo(303);

      refused(post(thief, answer));
    }
  }

  @Test
  void a_challenge_for_one_purpose_is_invalid_for_another() {
    add(here, device);
    refused(post(browser, device.get(here.get(REQUEST).body())), "made to confirm");
    refused(post(browser, device.get(here.get(CREATION).body())), "made to add one");
  }

  @Test
  void a_counter_that_decreases_reveals_a_copy_and_is_rejected() {
    add(here, device.count(5));
    try (var first = stranger()) {
      assertThat(signIn(first, device.count(9)).status()).isEqualTo(303);
    }
    refused(signIn(browser, device.count(9)), "the same again");
    refused(signIn(browser, device.count(3)), "less");
    assertThat(signIn(browser, device.count(10)).status()).isEqualTo(303);
  }

  @Test
  void it_signs_in_only_its_own_user() {
    add(here, device);
    try (var other = signedIn(DashboardClient.newMember(florin, Role.OWNER))) {
      device.of(other.get(CREATION).body());
      refused(signIn(browser, device), "the handle of somebody else");
      assertThat(add(other, device).body())
          .as("the same key again")
          .contains("Your device couldn't create a passkey for Florin. Try again.");
    }
  }

  @Test
  void wrong_guesses_of_the_password_lock_no_passkey_out() {
    add(here, device);
    for (int i = 0; i < Lockout.FREE_FOR_ADDRESS + 1; i++) {
      florin.update("UPDATE sign_in_failure SET locked_until = NULL");
      browser.submit(SIGN_IN, SIGN_IN, Map.of("email", member.user().email(), "password", "no"));
    }
    Reply password =
        browser.submit(SIGN_IN, SIGN_IN, Map.of("email", member.user().email(), "password", "no"));
    assertThat(password.status()).isEqualTo(429);

    assertThat(signIn(browser, device).status()).isEqualTo(303);
    assertThat(browser.get("/dashboard").status()).isEqualTo(200);
  }

  @Test
  void a_user_without_an_account_cannot_sign_in() {
    add(here, device);
    florin.update("DELETE FROM membership WHERE user_id = ?", user());
    refused(signIn(browser, device));
  }

  @Test
  void it_counts_as_the_second_factor_that_an_account_requires() {
    try (var adding = signedIn(member);
        var password = signedIn(member)) {
      florin.update("UPDATE account SET second_factor_required = true");
      assertThat(adding.follow(adding.get("/dashboard")).body()).contains("Add a passkey");
      add(adding, device);
      assertThat(adding.get("/dashboard").status())
          .as("the device verified its user")
          .isEqualTo(200);
      assertThat(password.get("/dashboard").status()).as("only a password").isEqualTo(303);
      signIn(browser, device);
      assertThat(browser.get("/dashboard").status()).isEqualTo(200);
      assertThat(browser.get("/dashboard/team").body()).contains(">Passkey</span>");
    }
  }

  @Test
  void ten_are_enough() {
    for (int i = 0; i < Passkeys.MAX; i++) {
      add(here, device());
    }
    assertThat(here.get(SECURITY).body()).doesNotContain("Add a passkey");
    assertThat(add(here, device()).body()).contains("You have 10 passkeys.");
  }

  @Test
  void at_an_ip_address_there_are_no_passkeys() {
    add(here, device);
    try (var byNumber = DashboardClient.stranger(florin);
        var mine = DashboardClient.of(florin, member)) {
      assertThat(browser.get(SIGN_IN).body()).contains("Sign in with a passkey");
      Reply page = byNumber.get(SIGN_IN);
      assertThat(page.body()).doesNotContain("Sign in with a passkey");
      assertThat(byNumber.get(BY_PASSKEY).status()).isEqualTo(204);
      assertThat(post(byNumber, device.get(request(browser))).body())
          .contains("Passkeys don't work at this address.");
      assertThat(mine.get(SECURITY).body())
          .contains(
              "Passkeys don't work at this address. Open Florin at the address in <code>FLORIN_BASE_URL</code>, or at <code>localhost</code>.")
          .contains("Phone");
      assertThat(mine.get(NEW).body())
          .contains(
              "Passkeys don't work at this address. Open Florin at the address in FLORIN_BASE_URL, or at localhost.");
    }
  }

  @Test
  void the_operators_link_removes_them_with_the_second_factor() {
    add(here, device);
    Resets resets = florin.app().team().resets();
    reset(resets.newLink(member.user(), false), "another password");
    assertThat(signIn(browser, device).status()).isEqualTo(303);
    reset(resets.newLink(member.user(), true), "yet another password");
    try (var again = stranger()) {
      refused(signIn(again, device));
    }
  }

  private void reset(Token link, String password) {
    String path = "/dashboard/reset/" + link.reveal();
    var fields = Map.of("password", password, "password_again", password);
    try (var client = stranger()) {
      assertThat(client.submit(path, path, fields).status()).isEqualTo(303);
    }
  }

  private Reply add(DashboardClient client, PasskeyDevice made) {
    return add(client, made.create(client.get(CREATION).body()));
  }

  private Reply add(DashboardClient client, String answer) {
    var fields = Map.of("name", "Phone", "credential", answer);
    return client.post(
        NEW, PASSKEYS, DashboardClient.formToken(client.get(SECURITY + "/protect")), fields);
  }

  private Reply signIn(DashboardClient client, PasskeyDevice with) {
    return post(client, with.get(request(client)));
  }

  /** Returns the request of the sign-in page that this browser has loaded. */
  private static String request(DashboardClient client) {
    client.get(SIGN_IN);
    return client.get(BY_PASSKEY).body();
  }

  private static Reply post(DashboardClient client, String answer) {
    String token = DashboardClient.formToken(client.get(SIGN_IN));
    var fields = Map.of("credential", answer, "to", "/dashboard/team");
    return client.post(SIGN_IN, BY_PASSKEY, token, fields);
  }

  private void refused(Reply reply) {
    refused(reply, "refused");
  }

  /** Checks the rejection and clears the failure, so that the next attempt is checked too. */
  private void refused(Reply reply, String why) {
    assertThat(reply.status()).as(why).isEqualTo(422);
    assertThat(reply.body()).as(why).contains(REFUSED);
    florin.update("DELETE FROM sign_in_failure");
  }

  private List<String> audit() {
    return florin.query(
        "SELECT action || ' ' || detail || ' ' || outcome FROM audit_entry WHERE actor = ?",
        member.user().email());
  }

  private PasskeyDevice device() {
    return new PasskeyDevice(here.origin());
  }

  private DashboardClient stranger() {
    try (var byNumber = DashboardClient.stranger(florin)) {
      return byNumber.atLocalhost();
    }
  }

  private DashboardClient signedIn(Member who) {
    try (var byNumber = DashboardClient.of(florin, who)) {
      return byNumber.atLocalhost();
    }
  }

  private UUID user() {
    return member.user().id().uuid();
  }

  private static String passkeyId(String uuid) {
    return new PasskeyId(UUID.fromString(uuid)).text();
  }
}
