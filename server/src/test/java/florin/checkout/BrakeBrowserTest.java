package florin.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Page;
import florin.cardfields.Shop;
import florin.dashboard.Desk;
import florin.testing.Browser;
import florin.testing.NeedsBrowser;
import florin.testing.Reply;
import florin.testing.Screen;
import florin.testing.Tab;
import florin.testing.TestApp;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The proof of work in a real browser: the payer presses one button and has paid. */
@NeedsBrowser
@TestMethodOrder(OrderAnnotation.class)
class BrakeBrowserTest {
  private Desk desk;

  @BeforeAll
  void open() {
    desk = Desk.open();
  }

  @AfterAll
  void close() {
    desk.close();
  }

  @Test
  @Order(1)
  void the_page_proves_its_work_without_the_payer() {
    DeclinedCards.pay(desk.florin(), 8);
    Reply made =
        desk.florin()
            .post(
                "/v2/checkout_sessions",
                """
                {"amount": 2300, "currency": "eur", "locale": "en", "success_url": "http://127.0.0.1:%d/docs",
                 "cancel_url": "https://shop.example/cart"}
                """
                    .formatted(desk.florin().app().port()));
    List<Integer> statuses = new CopyOnWriteArrayList<>();
    try (Tab tab = desk.stranger(Screen.PHONE)) {
      tab.page()
          .onResponse(response -> {
            if (response.request().method().equals("POST")) {
              statuses.add(response.status());
            }
          });
      tab.go(Payer.path(made)).title("Pay €23.00");
      tab.fill("Card number", Payer.GOOD).fill("Expiry date", "12/40").fill("Security code", "123");

      tab.press("Pay €23.00").title("Florin documentation");
    }

    assertThat(statuses).startsWith(409).hasSize(2);
    Reply session = desk.florin().get("/v2/checkout_sessions/" + made.text("/id"));
    assertThat(session.text("/status")).isEqualTo("complete");
    assertThat(desk.florin().get("/v2/payments/" + session.text("/payment")).body())
        .contains("\"step\":\"prove\"");
  }

  @Test
  @Order(2)
  void card_fields_report_that_no_card_is_accepted_now() throws IOException {
    TestApp florin = desk.florin();
    DeclinedCards.pay(florin, 10);
    try (Shop shop = Shop.open(florin);
        Browser browser = Browser.open();
        BrowserContext context = browser.context(Browser.options(Screen.DESK))) {
      Shop.allow(florin, florin.publishableKey(), shop.origin());
      Page page = context.newPage();
      page.navigate(shop.page(florin.publishableKey(), "{}"));
      FrameLocator fields = page.frameLocator("iframe");
      fields.getByLabel("Card number").fill(Payer.GOOD);
      fields.getByLabel("Expiry date").fill("12/40");
      fields.getByLabel("Security code").fill("123");
      page.click("#pay");

      assertThat(page.locator("output"))
          .containsText("This payment isn't possible right now. Nothing was charged.");
      assertThat(page.locator("output")).containsText("\"code\":\"rate_limit\"");
    }
  }
}
