package florin.dashboard.requests;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import florin.dashboard.Desk;
import florin.team.Role;
import florin.testing.Axe;
import florin.testing.DashboardClient;
import florin.testing.NeedsBrowser;
import florin.testing.OnEachScreen;
import florin.testing.Reply;
import florin.testing.Screen;
import florin.testing.Tab;
import florin.testing.TestApp;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The path from an error to its logged request, in a browser. */
@NeedsBrowser(place = 1)
class RequestPagesBrowserTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private Desk desk;
  private Reply paid;
  private Reply bad;

  @BeforeAll
  void open() {
    desk = Desk.open();
    TestApp florin = desk.florin();
    paid = florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242"), "order-17");
    bad = florin.post("/v2/payments", "{}");
    try (var developer = DashboardClient.of(florin, Role.DEVELOPER)) {
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> developer.get("/dashboard/requests").body().contains(id(bad)));
    }
  }

  @AfterAll
  void close() {
    desk.close();
  }

  @OnEachScreen
  void a_request_is_found_and_read_next_to_the_list_and_links_to_its_objects(Screen screen) {
    try (Tab tab = desk.as(Role.DEVELOPER, screen)) {
      tab.go("/dashboard").goByMenu("Logs").title("Logs");
      Locator rows = tab.page().locator("#list tbody tr");
      assertThat(rows).hasCount(2);
      tab.follow("Failed 1");
      assertThat(rows).hasCount(1);
      assertThat(rows).containsText("400");
      tab.go("/dashboard/requests").page().locator("#q").fill("order-17");
      assertThat(rows).hasCount(1);
      assertThat(rows.locator("a")).hasAttribute("href", "/dashboard/requests/" + id(paid));
      rows.click();
      // On a phone, the request opens as a page, because a drawer has no room.
      Locator shown = tab.page().locator(screen == Screen.PHONE ? "main #detail" : "dialog.drawer");
      assertThat(shown).containsText("First secret key");
      assertThat(shown).containsText("payment.succeeded");
      Axe.look(tab);
      shown.locator("dl a").getByText(paid.payment()).click();
      tab.title("$10.00");
      tab.follow("Requests").sees("All in Logs");
      Axe.look(tab);
    }
  }

  private static String id(Reply reply) {
    return reply.header("Request-Id").orElseThrow();
  }
}
