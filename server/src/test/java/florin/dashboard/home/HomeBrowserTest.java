package florin.dashboard.home;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import florin.dashboard.Desk;
import florin.team.Role;
import florin.testing.Axe;
import florin.testing.DashboardClient;
import florin.testing.NeedsBrowser;
import florin.testing.OnEachScreen;
import florin.testing.Screen;
import florin.testing.Tab;
import florin.testing.TestApp;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Home and the switch between modes, in a browser. */
@NeedsBrowser
class HomeBrowserTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String AMBER = "rgb(253, 239, 203)";

  private Desk desk;

  @BeforeAll
  void open() {
    desk = Desk.open();
    TestApp florin = desk.florin();
    florin.post("/v2/payments", TestApp.payment(1234, "4242424242424242"));
    florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242"));
    florin.post("/v2/payments", TestApp.payment(99, "4000000000009995"));
    try (var client = DashboardClient.of(florin, Role.VIEWER)) {
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> client.get("/dashboard").body().contains("66.7%"));
    }
  }

  @AfterAll
  void close() {
    desk.close();
  }

  @OnEachScreen
  void the_first_payment_appears_on_an_empty_account_s_page_without_a_reload(Screen screen) {
    try (TestApp fresh = TestApp.open();
        Tab tab = desk.asAt(fresh, DashboardClient.newMember(fresh, Role.OWNER), screen)) {
      tab.go("/dashboard").sees("Make your first payment in test mode. No money moves.");
      Axe.look(tab);
      assertThat(tab.copy("code-curl")).startsWith("curl http://127.0.0.1:" + fresh.app().port());
      tab.sees("Your payment shows up here automatically.")
          .page()
          .evaluate("window.stays = 'the same page'");

      String id = fresh.post("/v2/payments", TestApp.payment(1000, "4242424242424242")).payment();

      tab.sees("Your first payment has arrived.");
      assertThat(tab.page().evaluate("window.stays")).isEqualTo("the same page");
      tab.follow("View payment").title("$10.00");
      org.assertj.core.api.Assertions.assertThat(tab.page().url()).endsWith(id);
    }
  }

  @OnEachScreen
  void the_figures_are_read_in_tiles_charts_and_a_table(Screen screen) {
    try (Tab tab = desk.as(Role.DEVELOPER, screen)) {
      tab.go("/dashboard");
      assertThat(metric(tab, "Volume")).containsText("$22.34");
      assertThat(metric(tab, "Success rate")).containsText("66.7%");
      assertThat(tab.page().locator(".today-figures")).containsText("$22.34");
      assertThat(plots(tab)).hasCount(3);
      tab.sees("Insufficient funds").sees("Nothing needs your attention.");
      tab.unfold("Metrics by day").sees("Success rate");
      assertThat(rows(tab)).hasCount(28);
      tab.unfold("Metrics by hour").sees("Volume yesterday");

      tab.follow("7 days");
      tab.unfold("Metrics by day");
      assertThat(rows(tab)).hasCount(7);
    }
  }

  @OnEachScreen
  void a_chart_shows_its_figures_for_the_keyboard_and_a_pointer(Screen screen) {
    try (Tab tab = desk.as(Role.DEVELOPER, screen)) {
      tab.go("/dashboard?days=7");
      Locator volume = plots(tab).nth(1);
      Locator tip = volume.locator(".tip");
      volume.focus();
      assertThat(tip).isHidden();
      volume.press("End");
      assertThat(tip).containsText("$22.34");
      assertThat(tip).containsText("partial");
      volume.press("ArrowLeft");
      assertThat(tip).containsText("$0.00");
      plots(tab).nth(2).locator(".points rect").last().hover();
      assertThat(plots(tab).nth(2).locator(".tip")).containsText("2 succeeded");
      assertThat(plots(tab).nth(2).locator(".tip")).containsText("1 failed");
    }
  }

  @OnEachScreen
  void days_are_chosen_by_date_and_errors_are_shown(Screen screen) {
    try (Tab tab = desk.as(Role.DEVELOPER, screen)) {
      tab.go("/dashboard").page().locator("details.chip > summary").first().click();
      tab.fill("From", "2026-01-02").fill("Until", "2026-01-01").press("Show");
      tab.sees("Must not be after the last day.");
      Axe.look(tab);
      tab.fill("Until", "2026-01-31").press("Show");
      tab.sees("2 Jan – 31 Jan 2026, compared with 3 Dec 2025 – 1 Jan 2026");
    }
  }

  @OnEachScreen
  void test_mode_is_marked_by_words_and_color_and_live_mode_has_its_own_data(Screen screen) {
    try (Tab tab = desk.as(Role.OWNER, screen)) {
      tab.go("/dashboard/payments").sees("$12.34");
      openModes(tab, screen);
      Locator bar =
          tab.page()
              .locator("body.in-test .mode [aria-pressed=true]")
              .filter(new Locator.FilterOptions().setVisible(true));
      assertThat(bar).hasText("Test mode");
      assertThat(tab.button("Test mode")).hasCSS("background-color", AMBER);
      assertPressed(tab, "Test mode", "Live");

      tab.press("Live").sees("No payments yet");
      openModes(tab, screen);
      assertThat(bar).hasCount(0);
      assertPressed(tab, "Live mode", "Test");
      tab.go("/dashboard/customers");
      openModes(tab, screen);
      assertThat(bar).hasCount(0);

      tab.press("Test");
      tab.title("Customers");
      openModes(tab, screen);
      assertThat(bar).isVisible();
    }
  }

  /** Opens the menu that has the mode on a phone. */
  private static void openModes(Tab tab, Screen screen) {
    if (screen == Screen.PHONE) {
      tab.unfold("Your account");
    }
  }

  private static void assertPressed(Tab tab, String pressed, String other) {
    assertThat(tab.button(pressed)).hasAttribute("aria-pressed", "true");
    assertThat(tab.button(other)).hasAttribute("aria-pressed", "false");
  }

  private static Locator metric(Tab tab, String label) {
    return tab.page().locator(".metric", new Page.LocatorOptions().setHasText(label)).first();
  }

  private static Locator plots(Tab tab) {
    return tab.page().locator(".plot");
  }

  private static Locator rows(Tab tab) {
    return tab.page().locator("#figures-table tbody tr");
  }
}
