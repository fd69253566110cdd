package florin.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static florin.testing.DashboardClient.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import florin.team.Member;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Keyboard;
import florin.testing.NeedsBrowser;
import florin.testing.OnEachScreen;
import florin.testing.Screen;
import florin.testing.Tab;
import florin.testing.TestApp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Uses the dashboard without a mouse: Tab, Enter, Space, Escape and typed text. */
@NeedsBrowser
class KeyboardBrowserTest {
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
  void a_member_signs_in_finds_a_payment_and_refunds_a_part_of_it(Screen screen) {
    String payment =
        desk.florin().post("/v2/payments", TestApp.payment(5000, "4242424242424242")).payment();
    Member member = DashboardClient.newMember(desk.florin(), Role.SUPPORT);
    try (Tab tab = desk.stranger(screen)) {
      var keyboard = new Keyboard(tab);
      tab.go("/dashboard/payments").title("Sign in");
      assertThat(tab.field("Email")).isFocused();
      keyboard.type(member.user().email()).to(tab.field("Password")).type(PASSWORD).press("Enter");

      tab.title("Payments");
      keyboard.to(tab.field("Search payments")).type(payment).press("Enter");
      assertThat(tab.page().locator("tbody tr")).hasCount(1);
      keyboard.to(link(tab, "$50.00")).press("Enter");
      tab.title("$50.00");

      keyboard.to(link(tab, "Refund…")).press("Enter");
      assertThat(tab.field("Amount in USD")).isFocused();
      keyboard.press("Control+A").type("12.34").to(tab.button("Refund $12.34"));
      keyboard.backTo(tab.field("Amount in USD")).to(tab.button("Refund $12.34")).press("Enter");
      tab.sees("$12.34 was refunded.");
    }
    assertThat(desk.florin().get("/v2/payments/" + payment).number("/amount_refunded"))
        .isEqualTo(1234);
  }

  @OnEachScreen
  void a_key_is_created_and_its_secret_copied(Screen screen) {
    try (Tab tab = desk.as(Role.DEVELOPER, screen)) {
      var keyboard = new Keyboard(tab);
      tab.go("/dashboard/keys").title("API keys");
      keyboard.to(link(tab, "Create key")).press("Enter").to(tab.field("Name"));
      keyboard.type("By hand " + screen).to(tab.button("Create key")).press("Space");
      tab.sees("Key created.");
      String secret = tab.copy("once", button -> keyboard.to(button).press("Enter"));
      assertThat(secret).startsWith("sk_test_");

      keyboard.to(link(tab, "Manage By hand " + screen)).press("Enter");
      assertThat(tab.button("Revoke key")).isVisible();
      keyboard.press("Escape");
      assertThat(tab.button("Revoke key")).hasCount(0);
      assertThat(link(tab, "Manage By hand " + screen)).isFocused();

      putIntoTheDocs(tab, keyboard, secret);
    }
  }

  /** Puts a key into the examples. Only this window has it, and only a test key is accepted. */
  private static void putIntoTheDocs(Tab tab, Keyboard keyboard, String secret) {
    tab.go("/docs/reference/api");
    Locator field = tab.page().locator("#own-key input");
    Locator examples = tab.page().locator("main pre code");
    field.focus();
    keyboard.type(secret.replace("_test_", "_live_")).press("Tab");
    assertThat(examples.getByText("-u sk_live_")).hasCount(0);

    field.focus();
    keyboard.press("Control+A").type(secret).press("Tab");
    assertThat(examples.getByText("-u " + secret).first()).isAttached();
    assertThat(examples.getByText("-u sk_test_…")).hasCount(0);
    tab.go("/docs/reference/api/refunds");
    assertThat(examples.getByText("-u " + secret).first()).isAttached();
  }

  @Test
  void the_folded_menu_is_opened_used_and_closed() {
    try (Tab tab = desk.as(Role.OWNER, Screen.PHONE)) {
      var keyboard = new Keyboard(tab);
      tab.go("/dashboard").sees("Home");
      Locator menu = tab.summary("Menu");
      Locator team = link(tab, "Team");
      keyboard.to(menu).press("Enter");
      assertThat(team).isVisible();
      keyboard.press("Escape");
      assertThat(team).hasCount(0);
      assertThat(menu).isFocused();

      keyboard.press("Space").to(team).press("Enter");
      tab.title("Team");
    }
  }

  @OnEachScreen
  void the_menu_can_be_skipped(Screen screen) {
    try (Tab tab = desk.as(Role.OWNER, screen)) {
      var keyboard = new Keyboard(tab);
      tab.go("/dashboard/payments").title("Payments");
      Locator skip = link(tab, "Skip to the content");
      keyboard.to(skip).press("Enter");
      assertThat(tab.page().locator("main")).isFocused();
      keyboard
          .to(tab.field("Search payments"))
          .backTo(
              screen == Screen.DESK ? link(tab, "Payments").last() : tab.summary("Menu").first());
    }
  }

  private static Locator link(Tab tab, String words) {
    return tab.page()
        .getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(words).setExact(true))
        .filter(new Locator.FilterOptions().setVisible(true));
  }
}
