package florin.dashboard.payments;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import florin.dashboard.Desk;
import florin.team.Role;
import florin.testing.NeedsBrowser;
import florin.testing.OnEachScreen;
import florin.testing.Reply;
import florin.testing.Screen;
import florin.testing.Tab;
import florin.testing.TestApp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** One payment's page and its actions. */
@NeedsBrowser
class PaymentPagesBrowserTest {
  private static final String GOOD_CARD = "4242424242424242";

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
  void a_part_can_be_captured_up_to_the_authorized_amount(Screen screen) {
    String id = pay("\"capture_method\": \"manual\",", 5000);
    try (Tab tab = look(screen, id)) {
      tab.sees("To capture").follow("Capture…").fill("Amount in USD", "50.01");
      tab.sees("Only $50.00 is authorized").press("Capture");
      tab.sees("Enter at most $50.00, the amount left to capture.").fill("Amount in USD", "20.00");
      tab.sees("$30.00 is released").press("Capture $20.00");
      tab.sees("$20.00 was captured.").sees("Succeeded");

      assertThat(amounts(tab)).containsText("Captured $20.00");
      assertThat(amount(id, "amount_captured")).isEqualTo(2000);
    }
  }

  @OnEachScreen
  void a_payment_that_is_not_captured_yet_is_canceled(Screen screen) {
    String id = pay("\"capture_method\": \"manual\",", 5000);
    try (Tab tab = look(screen, id)) {
      tab.follow("Cancel payment…").choose("Reason optional", "requested_by_customer");
      tab.press("Cancel payment").sees("The payment was canceled.");
      tab.sees("Requested by customer");

      assertThat(tab.page().locator("h1")).containsText("Canceled");
      assertThat(tab.page().locator("#dialog-capture")).hasCount(0);
      assertThat(get(id).text("/status")).isEqualTo("canceled");
    }
  }

  @OnEachScreen
  void a_part_is_refunded_then_the_rest(Screen screen) {
    String id = pay("", 5000);
    try (Tab tab = look(screen, id)) {
      tab.follow("Refund…").fill("Amount in USD", "50.01").press("Refund");
      tab.sees("Enter at most $50.00, the amount left to refund.");
      tab.fill("Amount in USD", "12.34").choose("Reason optional", "requested_by_customer");
      tab.sees("$37.66 is left to refund").press("Refund $12.34");
      tab.sees("$12.34 was refunded.").sees("Partly refunded").sees("$12.34 of $50.00");
      assertThat(amounts(tab)).containsText("Refunded $12.34");

      tab.follow("Refund…");
      assertThat(tab.field("Amount in USD")).hasValue("37.66");
      tab.press("Refund $37.66").sees("$37.66 was refunded.");
      assertThat(tab.page().locator("#dialog-refund")).hasCount(0);
      assertThat(amount(id, "amount_refunded")).isEqualTo(5000);
      tab.go("/dashboard/payments/refunds").title("Refunds").sees("$37.66").sees("$12.34");
    }
  }

  @OnEachScreen
  void its_page_has_its_timeline_and_the_json_of_the_api(Screen screen) {
    Reply made =
        florin()
            .post(
                "/v2/payments",
                TestApp.payment(4200, GOOD_CARD)
                    .replaceFirst("\\{", "{\"metadata\": {\"order\": \"1001\"},"));
    try (Tab tab = look(screen, made.text("/id"))) {
      Locator timeline = tab.page().locator(".timeline");
      assertThat(timeline).containsText("Payment of $42.00 created");
      assertThat(timeline).containsText("$42.00 authorized and captured");
      tab.sees("Visa •••• 4242").sees("1001");
      tab.unfold("Technical details").sees(made.header("Request-Id").orElseThrow());

      tab.follow("JSON");
      assertThat(tab.page().locator("#json")).containsText("\"object\" : \"payment\"");
      assertThat(tab.copy("json")).startsWith("{").contains(made.text("/id")).endsWith("}");

      tab.follow("Events and webhooks").follow("payment.succeeded");
      tab.title("payment.succeeded").follow(made.text("/id")).title("$42.00");
    }
  }

  @OnEachScreen
  void its_receipt_opens_in_another_tab(Screen screen) {
    String id = pay("\"description\": \"A white whale\",", 4200);
    try (Tab tab = look(screen, id)) {
      Page receipt = tab.context().waitForPage(() -> tab.follow("Receipt"));

      assertThat(receipt.locator("h1")).containsText("$42.00");
      assertThat(receipt.locator("body")).containsText("A white whale");
      tab.title("$42.00");
    }
  }

  @OnEachScreen
  void a_declined_payment_shows_the_reason_and_advice(Screen screen) {
    String id = florin().post("/v2/payments", TestApp.payment(99, "4000000000009995")).payment();
    try (Tab tab = look(screen, id)) {
      tab.sees("The card has insufficient funds.").sees("insufficient_funds");
      assertThat(tab.page().locator("#dialog-refund")).hasCount(0);
    }
  }

  @OnEachScreen
  void a_dialog_closes_by_escape_and_by_a_click_outside(Screen screen) {
    String id = pay("", 5000);
    try (Tab tab = look(screen, id)) {
      Locator dialog = tab.page().locator("#dialog-refund");
      tab.follow("Refund…");
      assertThat(dialog).isVisible();
      tab.page().keyboard().press("Escape");
      assertThat(dialog).isHidden();
      tab.follow("Refund…");
      tab.page().mouse().click(4, 4);
      assertThat(dialog).isHidden();
    }
  }

  @OnEachScreen
  void a_note_is_written_and_deleted_and_metadata_is_edited_on_the_page(Screen screen) {
    String id = pay("\"metadata\": {\"order\": \"1001\"},", 5000);
    try (Tab tab = look(screen, id)) {
      tab.fill("Note", "She will call back.").press("Add note").sees("Note added");
      tab.sees("She will call back.").follow("Edit description and metadata");
      tab.page().getByLabel("Value").first().fill("1002");
      tab.fill("Description optional", "Tea").press("Save").sees("Details saved").sees("1002");
    }
  }

  @OnEachScreen
  void a_test_payment_is_created_by_its_desired_outcome(Screen screen) {
    try (Tab tab = desk.as(Role.DEVELOPER, screen)) {
      tab.go("/dashboard/payments/new").fill("Amount", "12.00").choose("Test scenario", "fraud");
      tab.press("Create payment").title("$12.00").sees("suspects fraud");
    }
  }

  @OnEachScreen
  void a_viewer_finds_no_buttons(Screen screen) {
    String id = pay("", 5000);
    try (Tab tab = desk.as(Role.VIEWER, screen)) {
      tab.go("/dashboard/payments/" + id).title("$50.00");
      assertThat(tab.page().locator("#dialog-refund")).hasCount(0);
    }
  }

  private Tab look(Screen screen, String payment) {
    return desk.as(Role.SUPPORT, screen).go("/dashboard/payments/" + payment);
  }

  private static Locator amounts(Tab tab) {
    return tab.page()
        .locator("section", hasText("Captured"))
        .filter(new Locator.FilterOptions().setHas(tab.page().locator("h2", hasText("Amounts"))));
  }

  private static Page.LocatorOptions hasText(String words) {
    return new Page.LocatorOptions().setHasText(words);
  }

  private String pay(String more, long amount) {
    String body = TestApp.payment(amount, GOOD_CARD).replaceFirst("\\{", "{" + more);
    return florin().post("/v2/payments", body).payment();
  }

  private Reply get(String payment) {
    return florin().get("/v2/payments/" + payment);
  }

  private long amount(String payment, String field) {
    return get(payment).number("/" + field);
  }

  private TestApp florin() {
    return desk.florin();
  }
}
