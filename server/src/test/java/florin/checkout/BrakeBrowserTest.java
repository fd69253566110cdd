package florin.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import florin.dashboard.Desk;
import florin.testing.NeedsBrowser;
import florin.testing.Reply;
import florin.testing.Screen;
import florin.testing.Tab;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The proof of work in a real browser: the payer presses one button and has paid. */
@NeedsBrowser
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
}
