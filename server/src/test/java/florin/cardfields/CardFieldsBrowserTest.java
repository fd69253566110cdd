package florin.cardfields;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Frame;
import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ScreenshotCaret;
import florin.core.Caller.KeyKind;
import florin.testing.Axe;
import florin.testing.Browser;
import florin.testing.NeedsBrowser;
import florin.testing.Reply;
import florin.testing.Screen;
import florin.testing.TestApp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The card fields in pages of shops at other origins, in a real browser. */
@NeedsBrowser
class CardFieldsBrowserTest {
  private static final String AMEX = "378282246310005";

  /** The parts of that card of which none may leave the frame. */
  private static final Pattern OF_CARD =
      Pattern.compile("3782|7828|822463|8224|2463|4631|6310|10005|7391");

  /** Records every message that the page gets, before the page's own script runs. */
  private static final String LISTEN =
      """
      window.messages = [];
      const keep = ({ data }) => messages.push(JSON.stringify(data));
      addEventListener("message", keep);
      const Original = MessageChannel;
      window.MessageChannel = function () {
        const made = new Original();
        made.port1.addEventListener("message", keep);
        return made;
      };
      """;

  private TestApp florin;
  private Shop shop;
  private Shop foreign;
  private Browser browser;

  @BeforeAll
  void open() throws IOException {
    florin = TestApp.open();
    shop = Shop.open(florin);
    foreign = Shop.open(florin);
    browser = Browser.open();
    Shop.allow(florin, florin.publishableKey(), shop.origin(), "https://other.example");
  }

  @AfterAll
  void close() {
    browser.close();
    shop.close();
    foreign.close();
    florin.close();
  }

  @Test
  void with_the_keyboard_alone_a_card_becomes_a_payment_method_and_no_digit_leaves_the_frame() {
    try (BrowserContext context = browser.context(Browser.options(Screen.DESK))) {
      context.addInitScript(LISTEN);
      List<String> sent = new CopyOnWriteArrayList<>();
      Page page = ready(context, "{}");
      context.onRequest(request -> {
        if (request.frame() == page.mainFrame()) {
          sent.add(request.url() + " " + request.postData());
        }
      });
      List<Request> cards = new CopyOnWriteArrayList<>();
      context.onRequest(request -> {
        if (request.method().equals("POST")) {
          cards.add(request);
        }
      });

      page.focus("#before");
      page.keyboard().press("Tab");
      page.keyboard().type(AMEX);
      assertThat(field(page, "Card number")).hasValue("3782 822463 10005");
      assertThat(fields(page).locator(".brand")).hasText("Amex");
      assertThat(field(page, "Expiry date")).isFocused();
      page.keyboard().type("1230");
      assertThat(field(page, "Expiry date")).hasValue("12 / 30");
      assertThat(field(page, "Security code")).isFocused();
      page.keyboard().type("7391");
      page.keyboard().press("Enter");
      page.keyboard().press("Tab");
      assertThat(page.locator("#pay")).isFocused();
      page.keyboard().press("Enter");

      String result = result(page, "pm_");
      assertThat(result)
          .contains("\"brand\":\"amex\"", "\"last4\":\"0005\"")
          .doesNotContain("fingerprint");
      Reply paid = pay(result, "");
      assertThat(paid.text("/status")).as(paid.body()).isEqualTo("succeeded");
      assertThat(cards)
          .singleElement()
          .satisfies(request -> {
            assertThat(request.url()).isEqualTo(Shop.base(florin) + "/v2/payment_methods");
            assertThat(request.postData()).contains(AMEX);
            assertThat(request.frame()).isNotEqualTo(page.mainFrame());
          });
      assertThat(heard(page)).contains("submit", "\"brand\":\"amex\"", "\"complete\":true");
      assertThat(page.evaluate("messages.join()") + heard(page) + page.content() + sent)
          .doesNotContainPattern(OF_CARD);
    }
  }

  @Test
  void screen_readers_find_names_errors_and_no_violation() {
    try (BrowserContext context = browser.context(Browser.options(Screen.PHONE))) {
      Page page = ready(context, "{}");
      assertThat(page.locator("iframe")).hasAttribute("title", "Card details");
      assertThat(field(page, "Card number")).hasAttribute("autocomplete", "cc-number");
      assertThat(field(page, "Expiry date")).hasAttribute("autocomplete", "cc-exp");
      assertThat(field(page, "Security code")).hasAttribute("autocomplete", "cc-csc");

      field(page, "Card number").fill("4242424242424241");
      field(page, "Expiry date").focus();

      Locator number = field(page, "Card number");
      assertThat(number).hasAttribute("aria-invalid", "true");
      assertThat(number)
          .hasAccessibleDescription(
              "This card number is incomplete or wrong. Please check the digits.");
      assertThat(fields(page).locator("[aria-live]")).containsText("Please check the digits.");
      assertThat(heard(page)).contains("\"field\":\"number\"", "Please check the digits.");
      look(page, "error-390");
      Axe.look(frame(page));
      Axe.look(page.mainFrame());
      assertThat((int) page.evaluate("document.documentElement.scrollWidth"))
          .isLessThanOrEqualTo(Screen.PHONE.width());
    }
  }

  @Test
  void a_dark_page_has_dark_fields() {
    try (BrowserContext context =
        browser.context(Browser.options(Screen.DESK).setColorScheme(ColorScheme.DARK))) {
      Page page = ready(context, "{}");
      assertThat(page.locator("iframe")).hasCSS("color-scheme", "dark");
      field(page, "Card number").fill("5555555555554444");
      look(page, "dark");
      Axe.look(frame(page));
    }
    try (BrowserContext context = browser.context(Browser.options(Screen.DESK))) {
      Page page = ready(context, "{\"theme\": \"light\"}");
      look(page, "light-empty");
      field(page, "Card number").fill("4242424242424242");
      field(page, "Security code").focus();
      look(page, "light");
    }
  }

  @Test
  void an_incomplete_or_expired_card_is_an_error_in_the_language_of_the_payer() {
    try (BrowserContext context = browser.context(Browser.options(Screen.DESK))) {
      Page page = ready(context, "{\"locale\": \"de\"}");
      page.click("#pay");
      assertThat(result(page, "card_incomplete")).contains("\"field\":\"number\"", "Kartennummer");
      assertThat(field(page, "Kartennummer")).isFocused();
      assertThat(fields(page).locator(".wrong")).hasCount(3);

      type(page, "Kartennummer", "4242424242424242");
      type(page, "Gültig bis", "0120");
      type(page, "Prüfziffer (CVC)", "123");
      page.click("#pay");

      assertThat(result(page, "invalid_expiry_year"))
          .contains("\"field\":\"expiry\"", "abgelaufen");
      assertThat(fields(page).locator(".wrong")).containsText("abgelaufen");
    }
  }

  @Test
  void a_payment_that_requires_action_continues_in_a_window_and_returns() {
    try (BrowserContext context = browser.context(Browser.options(Screen.DESK))) {
      Page page = ready(context, "{}");
      type(page, "Card number", "4000000000003220");
      type(page, "Expiry date", "1230");
      type(page, "Security code", "123");
      page.click("#pay");
      Reply made = pay(result(page, "pm_"), "");
      assertThat(made.text("/status")).as(made.body()).isEqualTo("requires_action");

      page.evaluate("payment => { window.payment = JSON.parse(payment); }", made.body());
      Page challenge = context.waitForPage(() -> page.click("#act"));
      Locator dialog = page.getByRole(AriaRole.DIALOG);
      assertThat(dialog).hasAccessibleName("Your bank asks you to confirm this payment.");
      look(page, "action");
      challenge.click("button.first");

      assertThat(result(page, "\"status\"")).contains("\"status\":\"succeeded\"");
      assertThat(dialog).hasCount(0);
    }
  }

  @Test
  void a_payer_can_leave_a_payment_that_requires_action() {
    try (BrowserContext context = browser.context(Browser.options(Screen.DESK))) {
      Page page = ready(context, "{}");
      Reply made = florin.post("/v2/payments", TestApp.payment(1000, "4000000000003220"));
      page.evaluate("payment => { window.payment = JSON.parse(payment); }", made.body());
      Page challenge = context.waitForPage(() -> page.click("#act"));
      challenge.close();
      Page again =
          context.waitForPage(() -> page.getByRole(AriaRole.BUTTON, named("Continue")).click());
      page.getByRole(AriaRole.BUTTON, named("Choose another payment method")).click();

      assertThat(result(page, "\"status\"")).contains("\"status\":\"requires_action\"");
      page.waitForCondition(again::isClosed);
    }
  }

  @Test
  void styles_are_of_a_fixed_set() {
    try (BrowserContext context = browser.context(Browser.options(Screen.DESK))) {
      Page page =
          ready(
              context,
              """
              {"style": {"color": "#00357a", "background": "#fffbe8", "border": "#7a6000", "radius": "0px",
                "fontSize": "18px", "fontFamily": "serif", "error": "url(https://evil.example)", "position": "fixed"}}
              """);

      Locator number = field(page, "Card number");
      assertThat(number).hasCSS("color", "rgb(0, 53, 122)");
      assertThat(number).hasCSS("background-color", "rgb(255, 251, 232)");
      assertThat(number).hasCSS("border-top-left-radius", "0px");
      assertThat(number).hasCSS("font-size", "18px");
      assertThat(number).hasCSS("font-family", Pattern.compile("Georgia.*"));
      assertThat(heard(page))
          .contains("style.error must be a color", "style.position doesn't exist")
          .doesNotContain("evil");
      look(page, "styled");
    }
  }

  @Test
  void a_foreign_origin_and_a_key_of_other_origins_are_refused() {
    String other =
        florin
            .app()
            .accounts()
            .createKey(florin.realm(), KeyKind.PUBLISHABLE, "Another shop")
            .text()
            .reveal();
    Shop.allow(florin, other, foreign.origin());
    try (BrowserContext context = browser.context(Browser.options(Screen.DESK))) {
      List<Page> pages =
          Stream.of(
                  foreign.page(florin.publishableKey(), "{}"),
                  shop.page(other, "{}"),
                  shop.page("pk_test_0000000000000000000000000000", "{}"))
              .map(url -> {
                Page page = context.newPage();
                page.navigate(url);
                page.click("#pay");
                return page;
              })
              .toList();
      for (Page page : pages) {
        assertThat(result(page, "not_loaded")).contains("Check that the key allows the origin");
        assertThat(heard(page)).contains("error ").doesNotContain("ready");
        assertThat(fields(page).locator("input")).hasCount(0);
      }
    }
  }

  @Test
  void a_script_with_another_hash_is_not_run() {
    try (BrowserContext context = browser.context(Browser.options(Screen.DESK));
        Shop other = Shop.open(florin)) {
      String tag = FlorinScriptApi.tag(Shop.base(florin));
      Page page = context.newPage();
      page.navigate(
          other.with(tag.replace("sha384-", "sha384-AAAA"), "en").page("pk_test_x", "{}"));
      assertThat(page.evaluate("typeof Florin")).isEqualTo("undefined");

      page.navigate(other.with(tag, "en").page(florin.publishableKey(), "{}"));
      assertThat(page.evaluate("typeof Florin")).isEqualTo("function");
      page.evaluate("try { Florin('sk_test_x') } catch (e) { window.refused = e.message }");
      assertThat(page.evaluate("refused")).asString().contains("publishable key");
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  private Page ready(BrowserContext context, String options) {
    Page page = context.newPage();
    page.navigate(shop.page(florin.publishableKey(), options));
    assertThat(fields(page).locator("form")).isVisible();
    return page;
  }

  private static FrameLocator fields(Page page) {
    return page.frameLocator("iframe");
  }

  private static Frame frame(Page page) {
    return page.frames().get(1);
  }

  private static Locator field(Page page, String label) {
    return fields(page)
        .getByRole(
            AriaRole.TEXTBOX, new FrameLocator.GetByRoleOptions().setName(label).setExact(true));
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name);
  }

  private static void type(Page page, String label, String text) {
    field(page, label).fill("");
    field(page, label).pressSequentially(text);
  }

  private static String heard(Page page) {
    return page.evaluate("heard.join('\\n')").toString();
  }

  private static String result(Page page, String expected) {
    Locator output = page.locator("output");
    assertThat(output).containsText(expected);
    return output.textContent();
  }

  /** Pays from the shop's server with the payment method of a result. */
  private Reply pay(String result, String more) {
    String id = result.replaceFirst(".*\"id\":\"(pm_[0-9a-z]+)\".*", "$1");
    return florin.post(
        "/v2/payments",
        "{\"amount\": 1000, \"currency\": \"usd\", \"payment_method\": \""
            + id
            + "\""
            + more
            + "}");
  }

  private static void look(Page page, String name) {
    String folder = System.getProperty("browser.pictures");
    if (folder != null) {
      page.screenshot(
          new Page.ScreenshotOptions()
              .setPath(Path.of(folder, "card-fields-" + name + ".png"))
              .setCaret(ScreenshotCaret.INITIAL));
    }
  }
}
