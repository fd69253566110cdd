package florin.dashboard.settings;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import florin.dashboard.Desk;
import florin.team.Role;
import florin.testing.NeedsBrowser;
import florin.testing.OnEachScreen;
import florin.testing.Screen;
import florin.testing.Tab;
import florin.testing.TestApp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A merchant's public details, from the form to the receipt. */
@NeedsBrowser
class SettingsBrowserTest {
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
  void saved_details_are_on_receipts(Screen screen) {
    String name = "Moby & Sons " + screen;
    String payment =
        desk.florin().post("/v2/payments", TestApp.payment(1000, "4242424242424242")).payment();
    try (Tab tab = desk.as(Role.ADMIN, screen)) {
      tab.go("/dashboard").goByMenu("Business").fill("Statement descriptor optional", "123");
      tab.press("Save");
      assertThat(tab.field("Statement descriptor optional")).hasAttribute("aria-invalid", "true");
      tab.fill("Statement descriptor optional", "MOBY AND SONS").fill("Name", name);
      tab.fill("Address optional", "1 Main Street\nNantucket").press("Save");
      tab.sees("Business details saved. Receipts and checkout pages now use them.");
      assertThat(tab.field("Statement descriptor optional")).hasValue("MOBY AND SONS");
      assertThat(tab.page().locator(".side .brand")).containsText(name);

      tab.go("/dashboard/payments/" + payment);
      Page receipt = tab.context().waitForPage(() -> tab.follow("Receipt"));
      assertThat(receipt.locator("body")).containsText("Receipt from " + name);
      assertThat(receipt.locator("body")).containsText("Nantucket");
    }
  }

  @OnEachScreen
  void a_color_is_picked_or_typed_and_the_preview_shows_it(Screen screen) {
    try (Tab tab = desk.as(Role.ADMIN, screen)) {
      tab.go("/dashboard/branding").fill("Pick a color", "#0f7652");
      assertThat(tab.field("Color optional")).hasValue("#0f7652");
      Locator pay = tab.page().frameLocator("iframe.checkout.light").locator("button.pay");
      assertThat(pay).hasCSS("background-color", "rgb(15, 118, 82)");

      tab.fill("Color optional", "112233");
      assertThat(tab.field("Pick a color")).hasValue("#112233");
      assertThat(pay).hasCSS("background-color", "rgb(17, 34, 51)");
      tab.page().locator("label[for=preview-dark]").click();
      assertThat(tab.page().frameLocator("iframe.checkout.dark").locator("button.pay"))
          .hasCSS("background-color", "rgb(17, 34, 51)");
    }
  }

  @OnEachScreen
  void a_dialog_without_fields_begins_on_the_button_that_deletes_nothing(Screen screen) {
    String session =
        desk.florin()
            .post(
                "/v2/checkout_sessions",
                """
                {"amount": 700, "currency": "eur", "success_url": "http://127.0.0.1/",
                 "cancel_url": "http://127.0.0.1/"}\
                """)
            .text("/id");
    try (Tab tab = desk.as(Role.ADMIN, screen)) {
      tab.go("/dashboard/checkout/" + session).follow("Expire…");
      assertThat(tab.button("Cancel")).isFocused();
    }
  }

  @OnEachScreen
  void a_viewer_cannot_save(Screen screen) {
    try (Tab tab = desk.as(Role.SUPPORT, screen)) {
      tab.go("/dashboard/settings").title("Business");
      assertThat(tab.field("Name")).hasCount(0);
      assertThat(tab.button("Save")).hasCount(0);
    }
  }
}
