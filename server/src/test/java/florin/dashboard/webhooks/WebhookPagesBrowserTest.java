package florin.dashboard.webhooks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import florin.dashboard.Desk;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.NeedsBrowser;
import florin.testing.OnEachScreen;
import florin.testing.Screen;
import florin.testing.Tab;
import florin.testing.TestApp;
import florin.webhook.Receiver;
import java.net.URI;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Endpoints, their deliveries and events, in a browser. */
@NeedsBrowser
class WebhookPagesBrowserTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private Desk desk;
  private Receiver receiver;
  private DashboardClient developer;

  @BeforeAll
  void open() {
    receiver = new Receiver();
    desk = Desk.open();
    developer = DashboardClient.of(desk.florin(), Role.DEVELOPER);
  }

  @AfterAll
  void close() {
    developer.close();
    desk.close();
    receiver.close();
  }

  @OnEachScreen
  void an_endpoint_is_added_with_a_secret_to_copy_and_tested(Screen screen) {
    try (Tab tab = desk.as(Role.DEVELOPER, screen)) {
      tab.go("/dashboard").goByMenu("Webhooks").follow("Add endpoint");
      tab.title("Add endpoint").fill("Address", "http://10.0.0.1/hook");
      tab.press("Add endpoint");
      assertThat(tab.field("Address")).hasAttribute("aria-invalid", "true");
      add(tab, receiver.url("/" + screen));
      String secret = tab.page().locator("#once").textContent();
      assertThat(secret).startsWith("whsec_");
      assertThat(tab.copy("once")).isEqualTo(secret);

      tab.press("Send test event").sees("Test event: HTTP 200 in ").seesNot(secret);
      awaitDelivery(path(tab));
      tab.page().reload();
      tab.sees("Delivered").follow("webhook_endpoint.test");
      tab.sees("{\"received\": true}").sees("service-signature: t=");
    }
  }

  @OnEachScreen
  void its_secret_is_rotated_and_it_is_disabled_enabled_replayed_and_deleted(Screen screen) {
    try (Tab tab = desk.as(Role.DEVELOPER, screen)) {
      String url = receiver.url("/more/" + screen);
      tab.go("/dashboard/webhooks/new").title("Add endpoint");
      add(tab, url);
      String first = tab.page().locator("#once").textContent();
      tab.unfold("More")
          .follow("Rotate secret…")
          .choose("Keep the old secret", "week")
          .press("Rotate");
      tab.sees("Secret rotated.").sees("Current and previous");
      assertThat(tab.page().locator("#once")).not().hasText(first);

      tab.unfold("More").press("Disable").sees("A team member disabled this endpoint.");
      String missed =
          desk.florin().post("/v2/payments", TestApp.payment(777, "4242424242424242")).payment();
      tab.unfold("More").press("Enable").sees("Endpoint enabled.");
      tab.follow("Resend…").fill("From", "2026-01-01T00:00");
      tab.press("Resend").sees("Florin is resending the events of this period.");
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() ->
              receiver.at("/more/" + screen).stream().anyMatch(got -> got.body().contains(missed)));

      tab.unfold("More").follow("Edit").title("Edit endpoint");
      tab.fill("Description optional", "The shop " + screen).press("Save");
      tab.sees("Endpoint saved.").sees("The shop " + screen);
      tab.unfold("More").agree(false).press("Delete");
      tab.agree(true).press("Delete").sees("Endpoint deleted.").seesNot(url);
      assertThat(tab.questions())
          .containsExactly(
              "Disable this endpoint? Florin no longer sends events to it.",
              "Delete this endpoint? Its pending deliveries are dropped.",
              "Delete this endpoint? Its pending deliveries are dropped.");
    }
  }

  @OnEachScreen
  void an_event_shows_its_deliveries_and_is_resent(Screen screen) {
    try (Tab tab = desk.as(Role.DEVELOPER, screen)) {
      String hook = "/events/" + screen;
      tab.go("/dashboard/webhooks/new").title("Add endpoint");
      add(tab, receiver.url(hook));
      String payment =
          desk.florin().post("/v2/payments", TestApp.payment(700, "4242424242424242")).payment();

      tab.go("/dashboard/events?type=payment.succeeded&object_id=" + payment);
      assertThat(tab.page().locator("tbody tr")).hasCount(1);
      tab.follow("payment.succeeded");
      if (screen == Screen.DESK) {
        // A phone has no drawer and opens the page directly.
        tab.follow("Open page");
      }
      tab.title("payment.succeeded").sees(payment);
      awaitDelivery(path(tab));
      tab.follow("Resend…");
      tab.page()
          .locator("#dialog-resend label")
          .filter(new Locator.FilterOptions().setHasText(hook))
          .locator("input")
          .check();
      tab.page().locator("#dialog-resend button.primary").click();
      tab.sees("resent to one endpoint");
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> receiver.at(hook, "payment.succeeded").size() >= 2);
    }
    try (Tab tab = desk.as(Role.VIEWER, screen)) {
      tab.go("/dashboard/webhooks").title("Your role doesn't allow this");
    }
  }

  private static void add(Tab tab, String url) {
    tab.fill("Address", url).press("Add endpoint");
    tab.sees("Endpoint added. Copy its signing secret now.").title(url);
  }

  private static String path(Tab tab) {
    return URI.create(tab.page().url()).getPath();
  }

  private void awaitDelivery(String path) {
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> developer.get(path).body().contains("HTTP 200"));
  }
}
