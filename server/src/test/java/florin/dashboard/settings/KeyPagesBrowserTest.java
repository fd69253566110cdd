package florin.dashboard.settings;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import florin.dashboard.Desk;
import florin.team.Role;
import florin.testing.NeedsBrowser;
import florin.testing.OnEachScreen;
import florin.testing.Screen;
import florin.testing.Tab;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The life of an API key in a browser, from its creation to its revocation. */
@NeedsBrowser
class KeyPagesBrowserTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String KEYS = "API keys";

  private Desk desk;

  @BeforeAll
  void open() {
    desk = Desk.open();
  }

  @AfterAll
  void close() {
    desk.close();
  }

  @OnEachScreen
  void a_new_keys_secret_is_shown_once_to_be_copied_and_works(Screen screen) {
    try (Tab tab = desk.as(Role.DEVELOPER, screen)) {
      tab.go("/dashboard").goByMenu(KEYS);
      String secret = make(tab, "Web shop " + screen);

      assertThat(tab.copy("once")).isEqualTo(secret);
      assertThat(status(secret)).isEqualTo(200);
      tab.page().reload();
      tab.sees("Web shop " + screen).seesNot(secret);
    }
  }

  @OnEachScreen
  void a_key_is_rolled_with_an_overlap_in_which_both_work(Screen screen) {
    try (Tab tab = desk.as(Role.DEVELOPER, screen)) {
      tab.go("/dashboard/keys");
      String old = make(tab, "Rolled " + screen);
      manage(tab, "Rolled " + screen);
      tab.choose("Old key expires", "In one day").press("Roll key");
      tab.sees("Key rolled. Copy the new secret now.").sees("Expiring");
      String successor = once(tab);

      assertThat(successor).isNotEqualTo(old);
      assertThat(status(old)).isEqualTo(200);
      assertThat(status(successor)).isEqualTo(200);
    }
  }

  @OnEachScreen
  void a_key_is_revoked_after_a_confirmation(Screen screen) {
    try (Tab tab = desk.as(Role.DEVELOPER, screen)) {
      tab.go("/dashboard/keys");
      String name = "Revoked " + screen;
      String secret = make(tab, name);
      manage(tab, name);
      tab.agree(false).press("Revoke key");
      assertThat(status(secret)).isEqualTo(200);
      tab.agree(true).press("Revoke key");
      tab.sees("“" + name + "” was revoked. Florin now rejects it.");

      assertThat(tab.questions())
          .hasSize(2)
          .allMatch(question -> question.startsWith("Revoke “" + name + "”?"));
      // A separate thread polls the status and leaves the browser alone.
      Awaitility.await().atMost(PATIENCE).until(() -> status(secret) == 401);
      tab.unfold("revoked or expired").sees(name);
    }
  }

  @OnEachScreen
  void a_member_without_permission_for_keys_sees_an_explanation(Screen screen) {
    try (Tab tab = desk.as(Role.SUPPORT, screen)) {
      tab.go("/dashboard/keys").title("Your role doesn't allow this");
    }
  }

  private static String make(Tab tab, String name) {
    tab.follow("Create key").fill("Name", name).press("Create key");
    tab.sees("Key created.").sees("Copy it now. You won't see it again.");
    return once(tab);
  }

  private static String once(Tab tab) {
    Locator once = tab.page().locator("#once");
    assertThat(once).containsText("sk_test_");
    return once.textContent();
  }

  private static void manage(Tab tab, String name) {
    tab.follow("Manage " + name);
  }

  private int status(String secret) {
    TestApp florin = desk.florin();
    try (var client = new TestClient(florin.app().port(), secret)) {
      return client.get("/v2/payments").status();
    }
  }
}
