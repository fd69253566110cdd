package florin.dashboard.entry;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.team.Token;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.HashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The setup link of the first start. */
class SetupTest {
  private TestApp florin;
  private DashboardClient browser;

  @BeforeEach
  void open() {
    florin = TestApp.open();
    browser = DashboardClient.stranger(florin);
  }

  @AfterEach
  void close() {
    browser.close();
    florin.close();
  }

  @Test
  void it_creates_the_owner_who_is_then_signed_in_and_works_once() {
    String link = newLink();

    Reply made = browser.submit(link, link, DashboardClient.setup("ada@example.com"));

    assertThat(made.header("Location")).contains("/dashboard");
    assertThat(browser.follow(made).body()).contains("Welcome, Ada");
    assertThat(florin.app().team().team().list(1))
        .singleElement()
        .satisfies(member -> assertThat(member.role()).isEqualTo(Role.OWNER));
    assertThat(browser.get(link).status()).isEqualTo(404);
    assertThat(florin.app().team().users().newSetupLink()).isEmpty();
    assertThat(florin.query("SELECT action FROM audit_entry")).containsExactly("account.set_up");
  }

  @Test
  void two_concurrent_uses_create_one_owner() {
    String link = newLink();
    try (var other = DashboardClient.stranger(florin)) {
      String token = DashboardClient.formToken(browser.get(link));
      String others = DashboardClient.formToken(other.get(link));

      Reply first = browser.post(link, link, token, DashboardClient.setup("ada@example.com"));
      Reply second = other.post(link, link, others, DashboardClient.setup("eve@example.com"));

      assertThat(first.status()).isEqualTo(303);
      assertThat(second.status()).isEqualTo(404);
      assertThat(florin.app().team().team().list(1)).hasSize(1);
    }
  }

  @Test
  void the_link_is_invalid_after_a_newer_one_and_after_a_day() {
    String older = newLink();
    String newer = newLink();
    assertThat(browser.get(older).status()).isEqualTo(404);
    assertThat(browser.get(newer).status()).isEqualTo(200);

    florin.update("UPDATE setup_link SET expires_at = now() - interval '2 seconds'");
    assertThat(browser.get(newer).status()).isEqualTo(404);
  }

  @Test
  void missing_and_short_values_are_reported_at_their_fields() {
    String link = newLink();
    var fields = new HashMap<>(DashboardClient.setup("no address"));
    fields.put("name", "");
    fields.put("password", "too short");

    Reply again = browser.submit(link, link, fields);

    assertThat(again.status()).isEqualTo(422);
    assertThat(again.body())
        .contains("Must be an email address")
        .contains("Please fill in this field.")
        .contains("Use at least 12 characters.")
        .contains("value=\"no address\"")
        .doesNotContain("too short");
  }

  @Test
  void a_common_password_is_rejected_with_advice() {
    String link = newLink();
    var fields = new HashMap<>(DashboardClient.setup("ada@example.com"));
    fields.put("password", "qwerty123456");
    fields.put("password_again", "qwerty123456");

    Reply again = browser.submit(link, link, fields);

    assertThat(again.status()).isEqualTo(422);
    assertThat(again.body())
        .contains(
            "This password is too easy to guess. Use a few unrelated words, or let a password manager create one.",
            "This password is too easy to guess. Use a few unrelated words, or let a password manager create one.")
        .doesNotContain("qwerty123456");
  }

  @Test
  void different_passwords_are_rejected() {
    String link = newLink();
    var fields = new HashMap<>(DashboardClient.setup("ada@example.com"));
    fields.put("password_again", "something else entirely");

    assertThat(browser.submit(link, link, fields).body()).contains("The passwords don't match.");
  }

  @Test
  void an_invalid_link_returns_404() {
    assertThat(browser.get("/dashboard/setup/" + "A".repeat(43)).status()).isEqualTo(404);
    assertThat(browser.get("/dashboard/setup/nonsense").status()).isEqualTo(404);
    assertThat(Token.parse("nonsense")).isEmpty();
  }

  private String newLink() {
    return "/dashboard/setup/" + florin.app().team().users().newSetupLink().orElseThrow().reveal();
  }
}
