package florin.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import florin.team.Role;
import florin.testing.NeedsBrowser;
import florin.testing.OnEachScreen;
import florin.testing.Screen;
import florin.testing.Tab;
import florin.testing.TestApp;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Payments and customers, searched for and gone through. */
@NeedsBrowser
class PaymentListBrowserTest {
  private static final int MANY = 30;
  private static final String GOOD_CARD = "4242424242424242";
  private static final String SEARCH = "Search";

  private Desk desk;
  private String customer;
  private String sought;
  private String refund;

  @BeforeAll
  void open() {
    desk = Desk.open();
    TestApp florin = desk.florin();
    customer =
        florin
            .post("/v2/customers", "{\"name\": \"Mia Wong\", \"email\": \"mia@example.com\"}")
            .text("/id");
    sought =
        florin
            .post(
                "/v2/payments",
                TestApp.payment(4321, "5555555555554444")
                    .replace("\"usd\"", "\"eur\"")
                    .replaceFirst(
                        "\\{",
                        """
                        {"customer": "%s", "save_payment_method": true, "description": "The sought one",
                         "metadata": {"order": "A 1"},\
                        """
                            .formatted(customer)))
            .payment();
    refund =
        florin
            .post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": 21}".formatted(sought))
            .text("/id");
    florin.post("/v2/payments", TestApp.payment(99, "4000000000009995"));
    for (int i = 0; i < MANY; i++) {
      florin.post("/v2/payments", TestApp.payment(1000 + i, GOOD_CARD));
    }
  }

  @AfterAll
  void close() {
    desk.close();
  }

  @OnEachScreen
  void a_payment_is_found_by_whatever_is_at_hand(Screen screen) {
    try (Tab tab = desk.as(Role.SUPPORT, screen)) {
      tab.go("/dashboard").goByMenu("Payments");
      for (String typed :
          List.of(
              sought,
              refund,
              customer,
              "4444",
              "43.21",
              "43.21 eur",
              "mia@example.com",
              "order:A 1")) {
        tab.fill(SEARCH, typed).press(SEARCH);
        assertThat(tab.field(SEARCH)).hasValue(typed);
        assertThat(rows(tab)).hasCount(1);
        assertThat(rows(tab)).containsText("The sought one");
        tab.follow("Clear");
        assertThat(rows(tab)).hasCount(Paging.ROWS);
      }
      tab.fill(SEARCH, "nobody@example.com").press(SEARCH).sees("No payment is like this");
      tab.fill(SEARCH, "a white whale").press(SEARCH).sees("Payments are not searched by this.");
    }
  }

  @OnEachScreen
  void filters_narrow_the_list(Screen screen) {
    try (Tab tab = desk.as(Role.VIEWER, screen)) {
      tab.go("/dashboard/payments").choose("Status", "failed").press(SEARCH);
      assertThat(rows(tab)).hasCount(1);
      assertThat(rows(tab)).containsText("Failed");
      tab.choose("Status", "").fill("Currency", "EUR").press(SEARCH);
      assertThat(rows(tab)).containsText("The sought one");
      tab.fill("Until", "2020-01-02").press(SEARCH).sees("No payment is like this");
      tab.fill("Until", "").fill("From", "2020-01-02").press(SEARCH).sees("The sought one");
    }
  }

  @OnEachScreen
  void pages_lead_on_and_back_to_the_same(Screen screen) {
    try (Tab tab = desk.as(Role.VIEWER, screen)) {
      tab.go("/dashboard/payments");
      assertThat(rows(tab)).hasCount(Paging.ROWS);
      assertThat(rows(tab).first()).containsText("$10.29");

      tab.follow("Older");
      assertThat(rows(tab)).hasCount(MANY + 2 - Paging.ROWS);
      assertThat(rows(tab).last()).containsText("The sought one");
      tab.follow("Newer");
      assertThat(rows(tab)).hasCount(Paging.ROWS);
      assertThat(rows(tab).first()).containsText("$10.29");
    }
  }

  @OnEachScreen
  void what_is_listed_is_exported_as_a_file(Screen screen) throws IOException {
    try (Tab tab = desk.as(Role.SUPPORT, screen)) {
      tab.go("/dashboard/payments?status=succeeded&currency=usd");
      Download file = tab.page().waitForDownload(() -> tab.follow("Export"));

      assertThat(file.suggestedFilename()).isEqualTo("payments.csv");
      List<String> lines = Files.readAllLines(file.path());
      assertThat(lines).hasSize(MANY + 1);
      assertThat(lines.getFirst()).startsWith("id,created,status,amount,currency,");
      assertThat(lines).noneMatch(line -> line.contains(sought));
    }
    try (Tab tab = desk.as(Role.VIEWER, screen)) {
      tab.go("/dashboard/payments").sees("$10.29").seesNot("Export");
    }
  }

  @OnEachScreen
  void a_customer_is_found_by_address_with_payments_and_cards(Screen screen) {
    try (Tab tab = desk.as(Role.SUPPORT, screen)) {
      tab.go("/dashboard").goByMenu("Customers");
      tab.fill("E-mail address", "nobody@example.com").press(SEARCH);
      tab.sees("No customer has this address");
      tab.fill("E-mail address", "mia@example.com").press(SEARCH).follow("Mia Wong");
      tab.title("Mia Wong").sees("mia@example.com").sees("Mastercard •••• 4444");
      tab.follow("€43.21").title("€43.21").follow("Mia Wong").title("Mia Wong");
      tab.unfold("As the interface shows it, in JSON").sees("\"object\" : \"customer\"");
    }
  }

  @OnEachScreen
  void a_saved_card_is_detached(Screen screen) {
    TestApp florin = desk.florin();
    String leo = florin.post("/v2/customers", "{\"name\": \"Leo " + screen + "\"}").text("/id");
    String card =
        florin
            .post(
                "/v2/payment_methods",
                """
                {"type": "card", "card": {"number": "%s", "exp_month": 12, "exp_year": 2040}}\
                """
                    .formatted(GOOD_CARD))
            .text("/id");
    florin.post("/v2/payment_methods/" + card + "/attach", "{\"customer\": \"" + leo + "\"}");
    try (Tab tab = desk.as(Role.SUPPORT, screen)) {
      tab.go("/dashboard/customers/" + leo).title("Leo " + screen).unfold("Detach");
      tab.sees("can then not be charged any more").press("Detach this card");
      tab.sees("Visa •••• 4242 was detached.").sees("No card is saved");
    }
  }

  private static Locator rows(Tab tab) {
    return tab.page().locator("tbody tr");
  }
}
