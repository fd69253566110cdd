package florin.dashboard.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import florin.dashboard.Desk;
import florin.team.Role;
import florin.testing.Axe;
import florin.testing.Keyboard;
import florin.testing.NeedsBrowser;
import florin.testing.Reply;
import florin.testing.Screen;
import florin.testing.Tab;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The checkout page in a browser on the smallest phone, a phone and a desktop, each in light and
 * dark. {@link Tab} checks that the page loads nothing from other origins.
 */
@Tag("drill")
@NeedsBrowser
class CheckoutBrowserTest {
  private static final String GOOD = "4242 4242 4242 4242";
  private static final String DECLINED = "4000 0000 0000 0002";

  /** The title of the page that acts as the merchant's `success_url`. */
  private static final String RETURNED = "Florin documentation";

  private Desk desk;

  @BeforeAll
  void open() {
    desk = Desk.open();
  }

  @AfterAll
  void close() {
    desk.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {320, 390, 1280})
  void a_payer_mistypes_is_declined_and_pays(int width) {
    withTab(
        width,
        tab -> {
          String page = session("\"locale\": \"en\"");
          tab.go(page).title("Pay €22.50");
          Axe.look(tab);
          fill(tab, "4242 4242 4242 4241", "12 / 40").press("Pay €22.50");
          tab.sees("Please check the marked fields.");
          tab.sees("This card number is incomplete or wrong. Please check the digits.");
          Axe.look(tab);
          fill(tab, "4000 0000 0000 0002", "12 / 40").press("Pay €22.50");
          tab.sees("Your card was declined");
          Axe.look(tab);
          fill(tab, GOOD, "12/40").press("Pay €22.50").title(RETURNED);
          assertThat(tab.page().url()).contains("/docs?checkout_session=cs_");
          tab.go(page).title("You paid €22.50").follow("Return to My company");
          tab.title(RETURNED);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {320, 390, 1280})
  void a_payer_is_challenged_and_returns(int width) {
    withTab(
        width,
        tab -> {
          String page = session("\"locale\": \"de\"");
          tab.go(page).title("22,50 € zahlen");
          Axe.look(tab);
          tab.fill("Kartennummer", "4000 0000 0000 3220").fill("Gültig bis", "12/40");
          tab.fill("Prüfziffer (CVC)", "123").press("22,50 € zahlen").sees("Complete");
          tab.go(page).title("Noch ein Schritt");
          Axe.look(tab);
          tab.press("Andere Zahlungsart wählen").sees("Die Zahlung wurde nicht abgeschlossen");
          Axe.look(tab);
          tab.fill("Kartennummer", "4000 0000 0000 3220").fill("Gültig bis", "12/40");
          tab.fill("Prüfziffer (CVC)", "123").press("22,50 € zahlen");
          tab.press("Complete").title(RETURNED);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de", "fr", "es"})
  void every_language_fits_the_smallest_phone(String language) {
    withTab(
        320,
        tab -> {
          tab.go(session("\"locale\": \"" + language + "\""));
          Axe.look(tab);
        });
  }

  @Test
  void it_can_be_paid_with_the_keyboard_alone() {
    withTab(
        390,
        tab -> {
          tab.go(session("\"locale\": \"en\""));
          var keys = new Keyboard(tab);
          keys.to(tab.field("Card number")).type("4242424242424242");
          assertThat(tab.field("Card number")).hasValue(GOOD);
          assertThat(tab.field("Expiry date")).isFocused();
          keys.type("1240");
          assertThat(tab.field("Expiry date")).hasValue("12 / 40");
          assertThat(tab.field("Security code")).isFocused();
          keys.type("123");
          assertThat(tab.page().locator("#name")).isFocused();
          keys.press("Enter");
          tab.title(RETURNED);
        });
  }

  @ParameterizedTest
  @CsvSource({
    "378282246310005, 3782 822463 10005, Amex, 4 digits on the front",
    "5555555555554444, 5555 5555 5555 4444, Mastercard, 3 digits on the back",
    "4000056655665556, 4000 0566 5566 5556, Visa, 3 digits on the back",
  })
  void the_form_shows_the_brand_and_its_code(
      String number, String shown, String brand, String hint) {
    withTab(
        390,
        tab -> {
          tab.go(session("\"locale\": \"en\""));
          assertThat(tab.page().locator("#cvc-hint"))
              .hasText("3 digits on the back; Amex: 4 in front");
          assertThat(tab.field("Security code"))
              .hasAccessibleDescription("3 digits on the back; Amex: 4 in front");
          assertThat(tab.field("Card number")).hasCSS("background-image", Pattern.compile("VISA"));
          tab.field("Card number").pressSequentially(number);
          assertThat(tab.field("Card number")).hasCSS("background-image", "none");
          assertThat(tab.field("Card number")).hasValue(shown);
          assertThat(tab.page().locator(".brand")).hasText(brand);
          assertThat(tab.page().locator("#cvc-hint")).hasText(hint);
          Axe.look(tab);
        });
  }

  @Test
  void a_mistyped_number_is_reported_before_the_form_is_sent() {
    withTab(
        390,
        tab -> {
          tab.go(session("\"locale\": \"en\""));
          var keys = new Keyboard(tab);
          keys.to(tab.field("Card number")).type("4242424242424241").press("Tab");
          tab.sees("This card number is incomplete or wrong. Please check the digits.");
          Axe.look(tab);
          keys.backTo(tab.field("Card number")).type("4242");
          tab.seesNot("This card number is incomplete or wrong. Please check the digits.");
        });
  }

  @Test
  void a_form_with_mistakes_is_marked_and_not_sent() {
    withTab(
        390,
        tab -> {
          tab.go(session("\"locale\": \"en\""));
          var sent = new AtomicInteger();
          tab.page()
              .onRequest(request -> {
                if (request.method().equals("POST")) {
                  sent.incrementAndGet();
                }
              });
          fill(tab, "4242 4242 4242 4241", "13 / 40").fill("Security code", "1");
          tab.press("Pay €22.50").sees("Please check the marked fields.");
          tab.sees("This card number is incomplete or wrong. Please check the digits.");
          tab.sees("Enter the month and year shown on the card, for example 04 / 29.");
          tab.sees("Enter the security code: 3 digits, or 4 for American Express.");
          assertThat(tab.field("Card number")).isFocused();
          Axe.look(tab);
          fill(tab, GOOD, "12 / 40");
          tab.seesNot("Enter the month and year shown on the card");
          assertThat(sent).hasValue(0);
          tab.press("Pay €22.50").title(RETURNED);
          assertThat(sent).hasValue(1);
        });
  }

  @Test
  void a_typo_or_a_decline_keeps_what_was_typed_and_is_announced() {
    withTab(
        390,
        tab -> {
          tab.go(session("\"locale\": \"en\"")).fill("Email (optional)", "jo@example.com");
          fill(tab, GOOD, "13 / 40").press("Pay €22.50");
          tab.sees("Enter the month and year shown on the card, for example 04 / 29.");
          assertThat(tab.field("Card number")).hasValue(GOOD);
          assertThat(tab.field("Security code")).hasValue("123");
          assertThat(tab.field("Expiry date")).isFocused();
          Axe.look(tab);
          fill(tab, DECLINED, "12 / 40").press("Pay €22.50");
          tab.sees("Your card was declined").seesNot("Enter the month and year");
          assertThat(tab.page().getByRole(AriaRole.ALERT)).isVisible();
          assertThat(tab.field("Card number")).isFocused();
          assertThat(tab.field("Card number")).hasValue(DECLINED);
          assertThat(tab.field("Card number"))
              .hasAccessibleDescription(
                  "Your card was declined, and nothing was charged. Use another card, or contact your bank. Try another card");
          assertThat(tab.field("Expiry date")).hasValue("12 / 40");
          assertThat(tab.field("Security code")).hasValue("123");
          assertThat(tab.field("Email (optional)")).hasValue("jo@example.com");
          Axe.look(tab);
          // The declined number is selected, so another one replaces it.
          tab.page().keyboard().type("4242424242424242");
          assertThat(tab.field("Card number")).hasValue(GOOD);
          // And so are the expiry date and the code, when the typing moves on to them.
          tab.page().keyboard().type("1141");
          assertThat(tab.field("Expiry date")).hasValue("11 / 41");
          fill(tab, DECLINED, "12 / 40").press("Pay €22.50");
          // The alert of the last decline stays until the response comes.
          assertThat(tab.field("Card number")).isFocused();
          tab.press("Try another card");
          assertThat(tab.field("Card number")).isFocused();
          assertThat(tab.field("Card number")).isEmpty();
          assertThat(tab.field("Security code")).isEmpty();
          assertThat(tab.page().getByRole(AriaRole.ALERT)).hasCount(0);
          tab.page().keyboard().type("4242424242424242" + "1241" + "123");
          tab.press("Pay €22.50").title(RETURNED);
        });
  }

  @Test
  void without_script_another_card_is_typed_after_a_decline() {
    try (Tab tab = desk.stranger(Screen.PHONE)) {
      Reply made = made("\"locale\": \"de\"");
      tab.go(path(made));
      tab.page().evaluate("() => { window.fetch = () => Promise.reject(new TypeError()); }");
      tab.fill("Kartennummer", DECLINED)
          .fill("Gültig bis", "12/40")
          .fill("Prüfziffer (CVC)", "123");
      tab.press("22,50 € zahlen").sees("Ihre Karte wurde abgelehnt");
      assertThat(tab.field("Kartennummer")).isFocused();
      assertThat(tab.field("Kartennummer")).isEmpty();
      Axe.look(tab);
    }
  }

  @Test
  void a_rejected_form_is_explained_in_place_and_an_unreadable_response_leads_to_the_session() {
    withTab(
        390,
        tab -> {
          String page = session("\"locale\": \"en\"");
          tab.go(page);
          tab.page()
              .route(
                  "**" + page,
                  route -> {
                    if (!route.request().method().equals("POST")) {
                      route.resume();
                      return;
                    }
                    assertThat(route.request().headerValue("Accept")).isEqualTo("text/html");
                    route.fulfill(
                        new Route.FulfillOptions()
                            .setStatus(422)
                            .setBody(
                                tab.field("Expiry date").inputValue().endsWith("41")
                                    ? "{}"
                                    : "<p class=\"told\">Wait a minute.</p>"));
                  });
          fill(tab, GOOD, "12 / 40").press("Pay €22.50").sees("Wait a minute.");
          assertThat(tab.field("Card number")).hasValue(GOOD);
          fill(tab, GOOD, "12 / 41").press("Pay €22.50");
          assertThat(tab.field("Card number")).isEmpty();
          tab.title("Pay €22.50");
        });
  }

  @Test
  void a_payer_who_goes_back_after_a_payment_sees_that_it_is_paid() {
    String link =
        path(
            desk.florin()
                .post(
                    "/v2/payment_links",
                    "{\"amount\": 700, \"currency\": \"eur\", \"success_url\": \"http://127.0.0.1:%d/docs\"}"
                        .formatted(desk.florin().app().port())));
    withTab(
        390,
        tab -> {
          tab.go("/docs/guides/refunds").go(link);
          fill(tab, GOOD, "12/40").press("Pay €7.00").title(RETURNED);
          tab.page().goBack();
          tab.title("You paid €7.00").sees("My company has received your payment");
          tab.page().goBack();
          tab.title("Refund a payment");
        });
  }

  @Test
  void a_payer_who_reloads_after_an_error_sees_the_session_of_the_link() {
    String link =
        path(desk.florin().post("/v2/payment_links", "{\"amount\": 700, \"currency\": \"eur\"}"));
    withTab(
        390,
        tab -> {
          tab.go(link);
          tab.page()
              .route(
                  "**/c/**",
                  route -> {
                    if (!route.request().method().equals("POST")) {
                      route.resume();
                      return;
                    }
                    route.fetch();
                    route.fulfill(
                        new Route.FulfillOptions()
                            .setStatus(422)
                            .setBody("<p class=\"told\">Wait a minute.</p>"));
                  });
          fill(tab, GOOD, "12 / 40").press("Pay €7.00").sees("Wait a minute.");
          tab.page().reload();
          tab.title("You paid €7.00");
        });
  }

  @Test
  void a_form_that_the_script_cannot_send_is_sent_by_the_browser() {
    withTab(
        390,
        tab -> {
          tab.go(session("\"locale\": \"en\""));
          tab.page().evaluate("() => { window.fetch = () => Promise.reject(new TypeError()); }");
          fill(tab, GOOD, "12 / 40").press("Pay €22.50").title(RETURNED);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {320, 390, 1280})
  void a_bank_transfer_is_chosen_with_a_tile(int width) {
    withTab(
        width,
        tab -> {
          tab.go(session("\"locale\": \"de\""));
          tab.page().getByLabel("Überweisung").check();
          assertThat(tab.field("Kartennummer")).hasCount(0);
          Axe.look(tab);
          tab.field("E-Mail-Adresse (optional)").press("Enter");
          tab.sees("Verwendungszweck").title("22,50 € zahlen");
          Axe.look(tab);
          tab.press("Andere Zahlungsart wählen").sees("Die Zahlung wurde nicht abgeschlossen");
        });
  }

  @Test
  void the_summary_is_beside_the_form_and_on_a_phone_folded() {
    String page = session("\"locale\": \"en\"");
    withTab(
        390,
        tab -> {
          tab.go(page).seesNot("3 × €4.50");
          assertThat(tab.summary("€22.50")).hasText("€22.50 Order summary");
          tab.unfold("€22.50").sees("3 × €4.50").sees("Order 6735");
          Axe.look(tab);
        });
    withTab(
        1280,
        tab -> {
          tab.go(page).sees("3 × €4.50").sees("Pay €22.50");
          assertThat(tab.summary("€22.50")).hasCount(0);
          double summary = tab.page().locator(".bill").boundingBox().x;
          assertThat(tab.field("Card number").boundingBox().x).isGreaterThan(summary + 400);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {320, 390, 1280})
  void a_link_with_a_fixed_price_is_paid_without_another_page(int width) {
    Reply link =
        desk.florin()
            .post(
                "/v2/payment_links",
                "{\"amount\": 700, \"currency\": \"eur\", \"description\": \"Raffle ticket\"}");
    withTab(
        width,
        tab -> {
          tab.go(path(link)).title("Pay €7.00");
          Axe.look(tab);
          fill(tab, DECLINED, "12/40").press("Pay €7.00").sees("Your card was declined");
          fill(tab, GOOD, "12/40").press("Pay €7.00").title("You paid €7.00");
          tab.sees("My company has received your payment");
          Axe.look(tab);
          tab.follow("View receipt").title("€7.00");
        });
  }

  @Test
  void an_expiry_date_can_be_typed_in_the_usual_ways_and_corrected() {
    withTab(
        390,
        tab -> {
          tab.go(session("\"locale\": \"en\""));
          for (String typed : List.of("1229", "12/29", "12 / 2029", "122029", "12-29")) {
            tab.field("Expiry date").fill("");
            tab.field("Expiry date").pressSequentially(typed);
            assertThat(tab.field("Expiry date")).hasValue("12 / 29");
          }
          tab.field("Expiry date").fill("");
          tab.field("Expiry date").pressSequentially("4");
          assertThat(tab.field("Expiry date")).hasValue("04 / ");
          tab.page().keyboard().press("Backspace");
          assertThat(tab.field("Expiry date")).hasValue("04");
          tab.page().keyboard().press("Backspace");
          assertThat(tab.field("Expiry date")).hasValue("0");
        });
  }

  @Test
  void two_tabs_pay_once() {
    Reply made = made("\"locale\": \"en\", \"metadata\": {\"tabs\": \"two\"}");
    String page = path(made);
    try (Tab one = desk.stranger(Screen.PHONE);
        Tab other = desk.stranger(Screen.DESK)) {
      one.go(page);
      other.go(page);
      fill(one, GOOD, "12/40").press("Pay €22.50").title(RETURNED);
      fill(other, "5555 5555 5555 4444", "12/40").press("Pay €22.50").title(RETURNED);
    }
    String paid = desk.florin().get("/v2/checkout_sessions/" + made.text("/id")).text("/payment");
    assertThat(desk.florin().get("/v2/payments?metadata[tabs]=two").texts("/data", "id"))
        .containsExactly(paid);
  }

  @ParameterizedTest
  @ValueSource(ints = {320, 1280})
  void an_ended_session_shows_it(int width) {
    Reply made = made("\"locale\": \"fr\"");
    desk.florin().post("/v2/checkout_sessions/" + made.text("/id") + "/expire", "{}");
    withTab(
        width,
        tab -> {
          tab.go(path(made)).title("Cette page a expiré");
          Axe.look(tab);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {320, 390, 1280})
  void a_link_is_created_without_code_and_paid(int width) {
    try (Tab owner = desk.as(Role.OWNER, Screen.DESK)) {
      owner.page().setViewportSize(width, 900);
      owner.go("/dashboard/payment-links/new").fill("What is it for?", "Summer course " + width);
      owner.page().getByLabel("Payer chooses").check();
      Axe.look(owner);
      owner.fill("Minimum", "5").fill("Maximum", "50").press("Create payment link");
      owner.sees("Payment link created.");
      Axe.look(owner);
      String url = owner.page().locator("#link-url").textContent();
      withTab(
          width,
          payer -> {
            payer.go(URI.create(url).getRawPath()).sees("Summer course " + width);
            Axe.look(payer);
            payer.fill("Amount in EUR", "51").press("Continue").sees("Enter an amount between");
            Axe.look(payer);
            payer.fill("Amount in EUR", "7,50").press("Continue").title("Pay €7.50");
            fill(payer, GOOD, "12/40").press("Pay €7.50").title("You paid €7.50");
          });
      owner.go(URI.create(owner.page().url()).getRawPath()).sees("1");
      owner.press("Disable").sees("Payment link disabled.");
      withTab(
          width,
          payer -> {
            payer.go(URI.create(url).getRawPath()).title("This link is disabled");
            Axe.look(payer);
          });
    }
  }

  @Test
  void a_merchants_color_is_on_the_page_and_readable() {
    try (Tab owner = desk.as(Role.OWNER, Screen.DESK)) {
      for (String colour : List.of("#ffd400", "#7a0019", "#777777")) {
        owner.go("/dashboard/branding").fill("Color optional", colour);
        owner.press("Save").sees("Branding saved. Your checkout pages now use it.");
        withTab(
            390,
            tab -> {
              tab.go(session("\"locale\": \"en\""));
              Axe.look(tab);
            });
      }
      owner.go("/dashboard/branding").fill("Color optional", "").press("Save");
    }
  }

  private void withTab(int width, Consumer<Tab> use) {
    try (Tab tab = desk.stranger(width < 600 ? Screen.PHONE : Screen.DESK)) {
      tab.page().setViewportSize(width, 844);
      use.accept(tab);
    }
  }

  private static Tab fill(Tab tab, String number, String expiry) {
    return tab.fill("Card number", number).fill("Expiry date", expiry).fill("Security code", "123");
  }

  private String session(String more) {
    return path(made(more));
  }

  private Reply made(String more) {
    return desk.florin()
        .post(
            "/v2/checkout_sessions",
            """
            {"currency": "eur", "line_items": [{"name": "Darjeeling, first flush, 250 g", "quantity": 3, "amount": 450}, {"name": "Cup", "quantity": 1, "amount": 900}],
             "description": "Order 6735", "success_url": "http://127.0.0.1:%d/docs", "cancel_url": "https://shop.example/cart", %s}
            """
                .formatted(desk.florin().app().port(), more));
  }

  private static String path(Reply made) {
    return URI.create(made.text("/url")).getRawPath();
  }
}
