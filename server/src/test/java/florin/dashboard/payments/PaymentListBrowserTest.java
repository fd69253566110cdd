package florin.dashboard.payments;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;
import florin.dashboard.Desk;
import florin.dashboard.parts.Paging;
import florin.team.Role;
import florin.testing.Axe;
import florin.testing.NeedsBrowser;
import florin.testing.OnEachScreen;
import florin.testing.Screen;
import florin.testing.Tab;
import florin.testing.TestApp;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The lists of payments and customers: search, filters and pages. */
@NeedsBrowser
class PaymentListBrowserTest {
  private static final int MANY = 30;
  private static final String GOOD_CARD = "4242424242424242";
  private static final String SEARCH = "Search payments";

  /**
   * Presses g and c within a millisecond. The page gets the second key only after more than the
   * second in which it must follow, as on a busy machine.
   */
  private static final String GOES_TO_CUSTOMERS =
      """
      () => {
        const [g, c] = ['g', 'c'].map((key) => new KeyboardEvent('keydown', { key, bubbles: true }));
        document.body.dispatchEvent(g);
        for (const begun = performance.now(); performance.now() - begun < 1200; );
        document.body.dispatchEvent(c);
      }\
      """;

  private static final Page.WaitForSelectorOptions ATTACHED =
      new Page.WaitForSelectorOptions().setState(WaitForSelectorState.ATTACHED);

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
  void a_payment_is_found_by_every_kind_of_detail(Screen screen) {
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
        tab.fill(SEARCH, typed);
        assertThat(rows(tab)).hasCount(1);
        assertThat(rows(tab)).containsText("The sought one");
        tab.follow("Clear all");
        assertThat(rows(tab)).hasCount(Paging.ROWS);
      }
      tab.fill(SEARCH, "nobody@example.com").sees("No results for “nobody@example.com”");
      tab.fill(SEARCH, "a white whale")
          .sees(
              "Search by ID, order number, last four digits, amount (12.34 usd), email address, transfer reference or metadata (order:1001), or by several of them (4242 12.34). Descriptions are not searched.");
    }
  }

  @OnEachScreen
  void a_chosen_filter_applies_immediately_and_is_in_the_address(Screen screen) {
    try (Tab tab = desk.as(Role.VIEWER, screen)) {
      tab.go("/dashboard/payments");
      openFilters(tab, screen).unfold("Status").choose("Status", "failed");
      assertThat(rows(tab)).hasCount(1);
      assertThat(rows(tab)).containsText("Failed");
      assertThat(tab.page().locator("#chip-status b")).hasText("Failed");
      assertThat(tab.page()).hasURL(Pattern.compile(".*/dashboard/payments\\?status=failed$"));
      tab.go("/dashboard/payments?status=failed&from=2026-02-02&until=2026-02-01");
      tab.sees("Must not be before the first day.");
      tab.go("/dashboard/payments?currency=EUR");
      // On a phone, the two lines of a row have no room for the description.
      assertThat(rows(tab).getByText("The sought one")).hasCount(1);
    }
  }

  @Test
  void the_tabs_of_a_payment_stay_in_the_drawer() {
    try (Tab tab = desk.as(Role.SUPPORT, Screen.DESK)) {
      tab.go("/dashboard/payments?status=failed");
      rows(tab).first().locator("td").nth(1).click();
      Locator drawer = tab.page().locator("#drawer");
      assertThat(drawer).containsText("Timeline");

      drawer.locator("nav.tabs a").last().click();

      assertThat(drawer.locator("#json")).containsText("insufficient_funds");
      assertThat(tab.page())
          .hasURL(Pattern.compile(".*/dashboard/payments\\?status=failed&peek=pay_[0-9a-z]+$"));
      drawer.locator("nav.tabs a").first().click();
      assertThat(drawer).containsText("Timeline");
    }
  }

  @Test
  void the_drawer_has_an_address_that_back_closes_and_another_window_opens() {
    try (Tab tab = desk.as(Role.SUPPORT, Screen.DESK)) {
      tab.go("/dashboard/payments").unfold("Status").choose("Status", "succeeded");
      Pattern filtered = Pattern.compile(".*/dashboard/payments\\?status=succeeded$");
      assertThat(tab.page()).hasURL(filtered);
      tab.page().keyboard().press("Escape");
      assertThat(rows(tab)).hasCount(Paging.ROWS);
      rows(tab).nth(1).locator("td").nth(1).click();
      Locator drawer = tab.page().locator("#drawer");
      assertThat(drawer).containsText("$10.28");
      Pattern peeking =
          Pattern.compile(".*/dashboard/payments\\?status=succeeded&peek=pay_[0-9a-z]+$");
      assertThat(tab.page()).hasURL(peeking);
      String link = tab.page().url().replaceFirst("https?://[^/]+", "");

      tab.page().goBack();
      assertThat(drawer).isHidden();
      assertThat(tab.page()).hasURL(filtered);
      tab.page().goForward();
      assertThat(drawer).containsText("$10.28");
      drawer.locator("[data-close]").click();
      assertThat(drawer).isHidden();
      assertThat(tab.page()).hasURL(filtered);

      tab.go(link);
      assertThat(drawer).containsText("$10.28");
      tab.page().keyboard().press("j");
      assertThat(drawer).containsText("$10.27");
      tab.page().keyboard().press("Escape");
      assertThat(drawer).isHidden();
      assertThat(tab.page()).hasURL(filtered);
      tab.go(link.replace("status=succeeded", "currency=eur"));
      assertThat(drawer).containsText("$10.28");
    }
    try (Tab phone = desk.as(Role.SUPPORT, Screen.PHONE)) {
      phone.go("/dashboard/payments?status=failed");
      String id = rows(phone).first().getAttribute("data-href").replaceFirst(".*/", "");
      phone.go("/dashboard/payments?status=failed&peek=" + id);
      assertThat(phone.page()).hasURL(Pattern.compile(".*/dashboard/payments/" + id + "$"));
    }
  }

  @OnEachScreen
  void the_link_back_leads_to_the_list_as_it_was_left(Screen screen) {
    try (Tab tab = desk.as(Role.SUPPORT, screen)) {
      tab.go("/dashboard/payments?currency=usd&limit=25").follow("Older");
      assertThat(tab.page()).hasURL(Pattern.compile(".*starting_after=pay_.*"));
      String left = tab.page().url();
      String path = rows(tab).last().getAttribute("data-href");
      tab.go(path);
      tab.page().locator("a.back").click();
      assertThat(tab.page()).hasURL(left);

      tab.go("/dashboard/payments").go(path);
      tab.page().locator("a.back").click();
      assertThat(tab.page()).hasURL(Pattern.compile(".*/dashboard/payments$"));
    }
  }

  @Test
  void a_filled_in_field_is_selected_so_that_typing_replaces_it() {
    try (Tab tab = desk.as(Role.SUPPORT, Screen.DESK)) {
      tab.go("/dashboard/customers/" + customer + "/edit");
      Locator name = tab.page().locator("form[method=post] input[name=name]");
      // The first field has the focus immediately.
      assertThat(name).isFocused();
      tab.page().keyboard().type("Nia");
      assertThat(name).hasValue("Nia");

      tab.go("/dashboard/payments/" + sought + "?dialog=refund");
      Locator amount = tab.page().locator("dialog[open] input[name=amount]");
      amount.blur();
      amount.click();
      tab.page().keyboard().type("1.50");
      assertThat(amount).hasValue("1.50");
      // A click into the typed text selects nothing.
      amount.blur();
      amount.click();
      tab.page().keyboard().press("End");
      tab.page().keyboard().type("5");
      assertThat(amount).hasValue("1.505");
    }
  }

  @Test
  void a_new_payment_is_announced_and_loaded_with_the_button() {
    try (Tab tab = desk.as(Role.SUPPORT, Screen.DESK)) {
      tab.go("/dashboard/customers").title("Customers");
      Locator news = tab.page().locator("[data-news] button");
      // The stream starts when its first event arrives.
      tab.page().waitForSelector("[data-following]", ATTACHED);
      desk.florin().post("/v2/customers", "{\"name\": \"Nina New\"}");
      // Events of earlier customers may arrive now too, while other transactions hold them back.
      assertThat(news).hasText(Pattern.compile("[1-9]\\d* new customers?"));
      news.click();
      tab.sees("Nina New");
      assertThat(news).isHidden();
    }
  }

  @Test
  void the_number_and_the_sum_of_a_filtered_list_come_after_the_page() {
    try (Tab tab = desk.as(Role.VIEWER, Screen.DESK)) {
      tab.go("/dashboard/payments?status=succeeded");
      Locator total = tab.page().locator("#total");
      assertThat(total).containsText("31 payments · $304.35");
      tab.unfold("1 more currency").sees("€43.21");
      tab.follow("Amount");
      assertThat(rows(tab).first()).containsText("€43.21");
      assertThat(total).containsText("31 payments");
    }
  }

  @Test
  void rows_are_selected_with_the_mouse_and_the_keyboard_and_get_a_note() {
    try (Tab tab = desk.as(Role.SUPPORT, Screen.DESK)) {
      tab.go("/dashboard/payments?currency=usd");
      Locator bar = tab.page().locator("#selected");
      assertThat(bar).isHidden();
      rows(tab).nth(2).locator(".tick label").click();
      assertThat(bar).containsText("1 selected");
      tab.page().keyboard().press("j");
      tab.page().keyboard().press("x");
      assertThat(bar).containsText("2 selected");
      tab.page().locator("[data-all]").check();
      assertThat(bar).containsText(Paging.ROWS + " selected");
      tab.press("Clear");
      assertThat(bar).isHidden();
      rows(tab).first().locator(".tick label").click();
      tab.agree(false).press("Capture").agree(true);
      assertThat(tab.questions()).anyMatch(question -> question.startsWith("Capture the selected"));
      tab.unfold("Add note…").fill("Note for your team", "Ask Ada.");
      Axe.look(tab);
      tab.press("Add note").sees("Note added to 1 payment.");
    }
  }

  @Test
  void rows_are_selected_on_a_phone() {
    try (Tab tab = desk.as(Role.SUPPORT, Screen.PHONE)) {
      tab.go("/dashboard/payments?currency=usd");
      rows(tab).nth(1).locator(".tick label").click();
      Locator bar = tab.page().locator("#selected");
      assertThat(bar).containsText("1 selected");
      Axe.look(tab);
      tab.unfold("Add note…").fill("Note for your team", "From a phone");
      tab.press("Add note").sees("Note added to 1 payment.");
    }
  }

  @Test
  void keys_that_follow_within_milliseconds_open_only_the_last_dialog() {
    try (Tab tab = desk.as(Role.SUPPORT, Screen.DESK)) {
      Page page = tab.page();
      tab.go("/dashboard/payments?currency=usd");
      page.waitForResponse(
          "**/dashboard/payments/pay_*",
          () ->
              page.evaluate(
                  "['j', 'Enter', '/'].forEach((key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))"));
      assertThat(page.locator("#palette [role=option]").first()).isVisible();
      assertThat(page.locator("#drawer")).isHidden();

      page.waitForResponse(
          "**/dashboard/search?q=Customers",
          () ->
              page.evaluate(
                  """
                  () => {
                    const load = window.fetch;
                    window.fetch = (...asked) => {
                      document.getElementById('palette').close();
                      return load(...asked);
                    };
                    const input = document.querySelector('#palette input');
                    input.value = 'Customers';
                    input.dispatchEvent(new Event('input', { bubbles: true }));
                    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
                  }
                  """));
      page.keyboard().press("?");
      assertThat(page.locator("#dialog-keys")).isVisible();
      tab.title("Payments");
    }
  }

  @Test
  void the_palette_finds_with_the_keyboard_and_knows_the_open_payment() {
    try (Tab tab = desk.as(Role.SUPPORT, Screen.DESK)) {
      Page page = tab.page();
      tab.go("/dashboard/payments/" + sought).title("€43.21");
      page.keyboard().press("/");
      Locator palette = page.locator("#palette");
      Locator input = palette.getByRole(AriaRole.COMBOBOX);
      Locator options = palette.getByRole(AriaRole.OPTION);
      assertThat(options.first()).hasText("Refund this payment");
      assertThat(input).hasAttribute("aria-activedescendant", "found-0");
      assertThat(palette.getByText("Payment of €43.21")).hasCount(1);
      page.keyboard().press("Enter");
      assertThat(page.locator("#dialog-refund")).isVisible();
      tab.press("Half");
      assertThat(page.locator("#dialog-refund input[name=amount]")).hasValue("21.50");
      page.keyboard().press("Escape");
      assertThat(page.locator("#dialog-refund")).isHidden();

      page.keyboard().press("Control+k");
      page.keyboard().type("4444");
      assertThat(options.first()).containsText("€43.21");
      assertThat(options.first()).containsText("Mia Wong · •••• 4444 · The sought one");
      assertThat(palette.locator("[role=status]")).hasText("1 result");
      Axe.look(tab);
      page.keyboard().press("Escape");
      assertThat(palette).isHidden();
      page.keyboard().press("?");
      tab.sees("Keyboard shortcuts");
      page.keyboard().press("Escape");
      assertThat(page.locator("#dialog-keys")).isHidden();
      page.evaluate(GOES_TO_CUSTOMERS);
      tab.title("Customers");
      page.keyboard().press("/");
      assertThat(options.first()).hasText("Create customer");
      assertThat(palette.getByText("Payment of €43.21")).hasCount(1);
    }
  }

  private static Tab openFilters(Tab tab, Screen screen) {
    if (screen == Screen.PHONE) {
      tab.press("Filter");
    }
    return tab;
  }

  @OnEachScreen
  void the_links_older_and_newer_open_adjacent_pages(Screen screen) {
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
  void the_listed_payments_are_exported_as_a_file(Screen screen) throws IOException {
    try (Tab tab = desk.as(Role.SUPPORT, screen)) {
      tab.go("/dashboard/payments?status=succeeded&currency=usd");
      Download file = tab.page().waitForDownload(() -> tab.follow("Export"));

      assertThat(file.suggestedFilename()).isEqualTo("payments.csv");
      List<String> lines = Files.readAllLines(file.path());
      assertThat(lines).hasSize(MANY + 1);
      assertThat(lines.getFirst()).startsWith("id,created,created_local,status,amount,currency,");
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
      tab.fill("Search customers", "nobody@example.com")
          .sees("No results for “nobody@example.com”");
      tab.fill("Search customers", "mia@example.com").sees("Mia Wong");
      tab.go("/dashboard/customers/" + customer)
          .title("Mia Wong")
          .sees("mia@example.com")
          .sees("Mastercard •••• 4444");
      tab.follow("€43.21").title("€43.21").follow("Mia Wong").title("Mia Wong");
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
      tab.go("/dashboard/customers/" + leo).title("Leo " + screen);
      tab.press("Detach Visa •••• 4242").sees("Visa •••• 4242 was detached.");
      assertThat(tab.questions()).anyMatch(question -> question.startsWith("Detach Visa"));
    }
  }

  private static Locator rows(Tab tab) {
    return tab.page().locator("tbody tr");
  }
}
