package florin.payment.challenge;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.sun.net.httpserver.HttpServer;
import florin.testing.Browser;
import florin.testing.NeedsBrowser;
import florin.testing.Reply;
import florin.testing.Screen;
import florin.testing.TestApp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The challenge in a real browser, as payers see it: without scripts, on a phone and a desktop, and
 * back to a merchant whose address redirects to another host. {@link ChallengeApiTest} tests the
 * same steps without a browser.
 */
@NeedsBrowser
class ChallengeBrowserTest {
  private TestApp florin;
  private HttpServer shop;
  private HttpServer shopElsewhere;
  private Browser browser;

  @BeforeAll
  void open() throws IOException {
    shopElsewhere = serve();
    shopElsewhere.createContext(
        "/thanks",
        exchange -> {
          byte[] page = "<!doctype html><title>Thanks</title>".getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    shop = serve();
    shop.createContext(
        "/return",
        exchange -> {
          String query = exchange.getRequestURI().getRawQuery();
          exchange
              .getResponseHeaders()
              .add("Location", address(shopElsewhere) + "/thanks?" + query);
          exchange.sendResponseHeaders(302, -1);
          exchange.close();
        });
    florin = TestApp.open();
    browser = Browser.open();
  }

  @AfterAll
  void close() {
    browser.close();
    florin.close();
    shop.stop(0);
    shopElsewhere.stop(0);
  }

  @ParameterizedTest
  @CsvSource({"complete, succeeded", "fail, failed", "abandon, canceled"})
  void a_click_leads_back_to_the_merchant_even_if_its_address_redirects(
      String button, String status) {
    Reply made = make("\"return_url\": \"" + address(shop) + "/return?order=7\",");
    try (BrowserContext context = withoutScripts(Screen.DESK.width())) {
      Page page = open(context, made);
      page.click(selector(button));

      assertThat(page).hasTitle("Thanks");
      assertThat(page.url())
          .isEqualTo(address(shopElsewhere) + "/thanks?order=7&payment=" + made.text("/id"));
    }
    assertThat(status(made)).isEqualTo(status);
  }

  @Test
  void without_a_return_url_a_click_leads_to_the_outcome() {
    Reply made = make("");
    try (BrowserContext context = withoutScripts(Screen.PHONE.width())) {
      Page page = open(context, made);
      page.click(selector("complete"));

      assertThat(page.getByText("Your payment is confirmed")).isVisible();
      assertThat(page).hasURL(page(made));
    }
    assertThat(status(made)).isEqualTo("succeeded");
  }

  @ParameterizedTest
  @ValueSource(ints = {320, 390, 1280})
  void it_fits_a_phone_and_a_desktop(int width) {
    Reply made = make("\"description\": \"" + "Averyveryverylongword".repeat(12) + " and more\",");
    try (BrowserContext context = withoutScripts(width)) {
      Page page = open(context, made);

      assertThat((int) page.evaluate("document.documentElement.scrollWidth"))
          .isLessThanOrEqualTo(width);
      assertThat(page.locator("button").all())
          .as("buttons that are high enough for a thumb")
          .hasSize(3)
          .allMatch(button -> button.boundingBox().height >= 44);
      // The padding proves that the page's policy allows the style sheet.
      assertThat(page.locator("main")).not().hasCSS("padding-top", "0px");
    }
  }

  private BrowserContext withoutScripts(int width) {
    return browser.context(Browser.options(width, 800).setJavaScriptEnabled(false));
  }

  private static Page open(BrowserContext context, Reply payment) {
    Page page = context.newPage();
    page.navigate(page(payment));
    return page;
  }

  private Reply make(String more) {
    Reply made =
        florin.post(
            "/v2/payments",
            TestApp.payment(1000, "4000000000003220").replaceFirst("\\{", "{" + more));
    assertThat(made.text("/status")).as(made.body()).isEqualTo("requires_action");
    return made;
  }

  private String status(Reply payment) {
    return florin.get("/v2/payments/" + payment.text("/id")).text("/status");
  }

  private static String selector(String button) {
    return button.equals("complete") ? "button.first" : "button[formaction$=\"/" + button + "\"]";
  }

  private static String page(Reply payment) {
    return payment.text("/next_action/redirect_to_url/url");
  }

  private static HttpServer serve() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
    return server;
  }

  private static String address(HttpServer server) {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }
}
