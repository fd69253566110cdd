package florin.dashboard.payments;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The list of payments: search, filters, pages and the exported file. */
@TestInstance(Lifecycle.PER_CLASS)
class PaymentListPagesTest {
  private static final int MANY = 60;
  private static final Pattern ROW =
      Pattern.compile("<a href=\"/dashboard/payments/(pay_[a-z0-9]+)\"");

  private final List<String> made = new ArrayList<>();
  private TestApp florin;
  private DashboardClient support;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    support = DashboardClient.of(florin, Role.SUPPORT);
    made.addFirst(payInParts());
    for (int i = 0; i < MANY; i++) {
      made.addFirst(pay(TestApp.payment(1000 + i, "4242424242424242")));
    }
    made.addFirst(pay(TestApp.payment(777, "4000000000000002")));
    made.addFirst(
        pay(
            TestApp.payment(4321, "5555555555554444")
                .replace("\"usd\"", "\"eur\"")
                .replaceFirst(
                    "\\{",
                    "{\"description\": \"=cmd|calc, and \\\\\"more\\\\\"\", \"metadata\": {\"order\": \"A 1\"}, ")));
  }

  @AfterAll
  void close() {
    support.close();
    florin.close();
  }

  @Test
  void the_newest_come_first_and_the_links_lead_through_all_and_back() {
    var forth = new ArrayList<String>();
    Reply page = support.get("/dashboard/payments");
    assertThat(page.body()).doesNotContain("rel=\"prev\"");
    List<String> first = rows(page);
    forth.addAll(first);
    while (!link(page, "next").isEmpty()) {
      page = support.get(link(page, "next"));
      forth.addAll(rows(page));
    }
    assertThat(forth).containsExactlyElementsOf(made);

    Reply back = page;
    List<String> last = rows(back);
    while (!link(back, "prev").isEmpty()) {
      back = support.get(link(back, "prev"));
      last = rows(back);
    }
    assertThat(last).containsExactlyElementsOf(first);
  }

  @Test
  void a_page_has_as_many_rows_as_its_address_says_and_links_keep_the_number() {
    assertThat(found("")).hasSize(25);
    assertThat(found("limit=100")).containsExactlyElementsOf(made);
    assertThat(found("limit=7")).as("not offered").hasSize(25);

    Reply page = support.get("/dashboard/payments?currency=usd&limit=50&order=oldest");
    assertThat(rows(page)).hasSize(50);
    assertThat(page.body())
        .contains(
            "<nav class=\"sizes\" aria-label=\"Rows per page\">",
            "<a href=\"/dashboard/payments?currency=usd&amp;order=oldest\">25</a>",
            "<a href=\"/dashboard/payments?currency=usd&amp;order=oldest&amp;limit=50\" aria-current=\"true\">50</a>",
            "<input type=\"hidden\" name=\"limit\" value=\"50\">",
            "name=\"asked\" value=\"currency=usd&amp;order=oldest&amp;limit=50\"");
    assertThat(link(page, "next")).contains("limit=50");
    assertThat(rows(support.get(link(page, "next")))).hasSize(made.size() - 51);
    assertThat(support.get("/dashboard/payments?limit=100").body().length()).isLessThan(200_000);
    assertThat(support.get("/dashboard/payments?currency=eur").body())
        .doesNotContain("class=\"sizes\"");
  }

  @Test
  void payments_are_found_by_id_digits_amount_and_metadata() {
    assertThat(found("q=" + made.get(10))).containsExactly(made.get(10));
    assertThat(found("q=4444")).containsExactly(made.getFirst());
    assertThat(found("q=43.21+eur")).containsExactly(made.getFirst());
    assertThat(found("q=10.05")).containsExactly(made.get(made.size() - 7));
    assertThat(found("q=" + "Mia%40example.com")).isEmpty();
    assertThat(found("q=order:A+1")).containsExactly(made.getFirst());
    assertThat(found("q=order:B")).isEmpty();
  }

  @Test
  void filters_narrow_the_list() {
    assertThat(found("status=failed")).containsExactly(made.get(1));
    assertThat(found("currency=EUR")).containsExactly(made.getFirst());
    assertThat(found("from=2020-01-01&until=2020-01-02")).isEmpty();
    assertThat(found("status=failed&from=2020-01-01")).containsExactly(made.get(1));
  }

  @Test
  void amounts_cards_customers_and_metadata_filter_it_too() {
    assertThat(found("amount_from=43.21&amount_to=43.21")).containsExactly(made.getFirst());
    assertThat(found("amount_from=43.21&amount_to=43.21&currency=usd")).isEmpty();
    assertThat(found("amount_from=10.57&amount_to=10.59"))
        .containsExactly(made.get(2), made.get(3), made.get(4));
    assertThat(found("amount_from=43.21&currency=eur")).containsExactly(made.getFirst());
    assertThat(found("last4=4444")).containsExactly(made.getFirst());
    assertThat(found("metadata_key=order&metadata_value=A+1")).containsExactly(made.getFirst());
    assertThat(found("customer=cus_01h455vb4pex5vsknk084sn02q")).isEmpty();
    assertThat(found("date=today&status=failed")).containsExactly(made.get(1));
    assertThat(found("date=yesterday")).isEmpty();
    assertThat(found("date=custom&until=2020-01-01")).isEmpty();
  }

  @Test
  void brands_methods_connectors_and_failures_filter_it_and_its_export() {
    assertThat(found("brand=mastercard")).containsExactly(made.getFirst());
    assertThat(found("brand=visa&status=failed")).containsExactly(made.get(1));
    assertThat(found("brand=amex")).isEmpty();
    assertThat(found("method_type=card&currency=eur")).containsExactly(made.getFirst());
    assertThat(found("method_type=bank_transfer")).isEmpty();
    assertThat(found("reason=generic_decline")).containsExactly(made.get(1));
    assertThat(found("reason=generic_decline&brand=mastercard")).isEmpty();
    assertThat(found("reason=generic_decline&status=succeeded")).isEmpty();
    assertThat(found("connector=simulator&last4=4444")).containsExactly(made.getFirst());
    assertThat(found("connector=another&q=4444")).isEmpty();
    assertThat(found("brand=mastercard&order=oldest")).containsExactly(made.getFirst());

    assertThat(support.get("/dashboard/payments.csv?brand=mastercard").body().lines()).hasSize(2);
    assertThat(support.get("/dashboard/payments.csv?brand=amex").body().lines()).hasSize(1);
    assertThat(support.get("/dashboard/payments?reason=generic_decline&brand=visa").body())
        .contains("Failure<b><bdi>Declined, no reason given</bdi></b>")
        .contains("Method<b><bdi>Visa</bdi></b>")
        .doesNotContain("Search further");
  }

  @Test
  void all_payments_of_a_brand_are_reachable_page_by_page() {
    Reply page = support.get("/dashboard/payments?brand=visa");
    var forth = new ArrayList<>(rows(page));
    while (!link(page, "next").isEmpty()) {
      page = support.get(link(page, "next"));
      forth.addAll(rows(page));
    }
    assertThat(forth).containsExactlyElementsOf(made.subList(1, made.size()));
  }

  @Test
  void a_payment_to_refund_is_chosen_from_those_that_succeeded_and_opens_with_its_refund() {
    Reply page = support.get("/dashboard/payments?status=succeeded&for=refund");

    assertThat(page.body())
        .contains("Choose the payment to refund")
        .contains("?dialog=refund\"")
        .contains("<input type=\"hidden\" name=\"for\" value=\"refund\">")
        .doesNotContain("data-drawer");
    assertThat(link(page, "next")).contains("for=refund");
    assertThat(support.get("/dashboard").body())
        .contains("href=\"/dashboard/payments?status=succeeded&amp;for=refund\"");
  }

  @Test
  void each_filter_that_is_set_shows_its_value_and_the_link_without_it() {
    Reply page = support.get("/dashboard/payments?status=failed&amount_from=5&order=oldest");

    assertThat(page.body())
        .contains("Status<b><bdi>Failed</bdi></b>")
        .contains("Amount<b><bdi>from 5</bdi></b>")
        .contains("href=\"/dashboard/payments?amount_from=5&amp;order=oldest\"")
        .contains("href=\"/dashboard/payments?status=failed&amp;order=oldest\"")
        .contains("Clear all");
    assertThat(support.get("/dashboard/payments").body()).doesNotContain("Clear all");
  }

  @Test
  void the_tabs_count_the_payments_of_each_status() {
    Reply page = support.get("/dashboard/payments");

    assertThat(tab(page, "All")).isEqualTo(Integer.toString(made.size()));
    assertThat(tab(page, "Succeeded")).isEqualTo(Integer.toString(made.size() - 1));
    assertThat(tab(page, "Failed")).isEqualTo("1");
    assertThat(tab(page, "Canceled")).isEqualTo("0");
    assertThat(tab(support.get("/dashboard/payments?until=2020-01-01"), "All")).isEqualTo("0");
    assertThat(support.get("/dashboard/payments?last4=4444").body())
        .doesNotContain("class=\"count\"");
  }

  private static String tab(Reply page, String label) {
    Matcher tab =
        Pattern.compile(">" + label + " <span class=\"count\">([0-9,+]+)").matcher(page.body());
    assertThat(tab.find()).as(label).isTrue();
    return tab.group(1);
  }

  @Test
  void the_list_can_run_from_old_to_new_through_all_its_pages_and_back() {
    var forth = new ArrayList<String>();
    Reply page = support.get("/dashboard/payments?order=oldest");
    assertThat(page.body()).doesNotContain("rel=\"prev\"");
    List<String> first = rows(page);
    forth.addAll(first);
    while (!link(page, "next").isEmpty()) {
      page = support.get(link(page, "next"));
      forth.addAll(rows(page));
    }
    assertThat(forth).containsExactlyElementsOf(made.reversed());

    List<String> last = rows(page);
    while (!link(page, "prev").isEmpty()) {
      page = support.get(link(page, "prev"));
      last = rows(page);
    }
    assertThat(last).containsExactlyElementsOf(first);
    assertThat(
            support
                .get("/dashboard/payments.csv?order=oldest")
                .body()
                .lines()
                .skip(1)
                .map(line -> line.split(",", 2)[0]))
        .containsExactlyElementsOf(made.reversed());
  }

  @Test
  void a_filtered_list_leads_to_its_number_and_its_sum_by_currency() {
    assertThat(support.get("/dashboard/payments").body()).doesNotContain("/total");
    assertThat(support.get("/dashboard/payments?currency=usd&limit=50").body())
        .contains(
            "hx-get=\"/dashboard/payments/total?currency=usd&amp;limit=50\"",
            "<a href=\"/dashboard/payments/total?currency=usd&amp;limit=50\">Count and sum</a>");

    assertThat(total("currency=usd")).containsExactly("62 payments · $675.47");
    assertThat(total("from=2020-01-01"))
        .containsExactly("63 payments · $675.47", "€43.21 1 payment");
    assertThat(total("status=failed")).containsExactly("1 payment · $7.77");
    assertThat(total("amount_from=10.57&amount_to=43.21"))
        .containsExactly("4 payments · $31.74", "€43.21 1 payment");
    assertThat(total("status=succeeded&brand=visa")).containsExactly("61 payments · $667.70");
    assertThat(total("q=4242")).containsExactly("61 payments · $667.70");
    assertThat(total("q=order%3AA+1")).containsExactly("1 payment · €43.21");
    assertThat(total("q=" + made.get(1) + "&currency=eur")).containsExactly("1 payment · $7.77");
    assertThat(total("q=nobody%40example.com")).containsExactly("0 payments");
    assertThat(total("attention=overdue")).containsExactly("0 payments");
  }

  /** Returns the lines of the page with the total, which links back to the list. */
  private List<String> total(String query) {
    String page = support.get("/dashboard/payments/total?" + query).body();
    assertThat(page).contains("href=\"/dashboard/payments?" + query.replace("&", "&amp;") + "\"");
    return Pattern.compile("<(p role=\"status\"|li><strong)>(.*)</(p|li)>")
        .matcher(page)
        .results()
        .map(line -> line.group(2).replaceAll("<[^>]*>", ""))
        .toList();
  }

  @Test
  void the_list_can_be_sorted_by_amount_through_all_its_pages_and_back() {
    var largest = new ArrayList<>(made.subList(2, made.size() - 1));
    largest.addFirst(made.getFirst());
    largest.addFirst(made.getLast());
    largest.addLast(made.get(1));
    Reply page = support.get("/dashboard/payments?sort=-amount");
    assertThat(page.body())
        .contains(
            "<th scope=\"col\" class=\"amount\" aria-sort=\"descending\"><a href=\"/dashboard/payments?sort=amount\">Amount<span aria-hidden=\"true\"> ↓</span></a></th>",
            "<th scope=\"col\" aria-sort=\"none\"><a href=\"/dashboard/payments\">Created<span aria-hidden=\"true\"></span></a></th>",
            "<input type=\"hidden\" name=\"sort\" value=\"-amount\">",
            "hx-get=\"/dashboard/payments/total?sort=-amount\"")
        .doesNotContain("rel=\"prev\"", "data-news");
    assertThat(walk(page)).containsExactlyElementsOf(largest);
    assertThat(walk(support.get("/dashboard/payments?sort=amount")))
        .containsExactlyElementsOf(largest.reversed());
    assertThat(found("sort=-amount&status=failed")).containsExactly(made.get(1));
    assertThat(found("sort=amount&amount_from=10.57&amount_to=10.59"))
        .containsExactly(made.get(4), made.get(3), made.get(2));
    assertThat(found("sort=-amount&q=" + made.get(7))).containsExactly(made.get(7));
    assertThat(found("sort=name")).isEqualTo(found(""));
  }

  /** Returns the rows of all pages. The links back must lead to the same first page. */
  private List<String> walk(Reply first) {
    var forth = new ArrayList<>(rows(first));
    Reply page = first;
    while (!link(page, "next").isEmpty()) {
      page = support.get(link(page, "next"));
      forth.addAll(rows(page));
    }
    while (!link(page, "prev").isEmpty()) {
      page = support.get(link(page, "prev"));
    }
    assertThat(rows(page)).isEqualTo(rows(first));
    return forth;
  }

  @Test
  void a_filter_is_kept_on_the_next_page() {
    Reply page = support.get("/dashboard/payments?status=succeeded&currency=usd");

    assertThat(link(page, "next"))
        .contains("status=succeeded", "currency=usd", "starting_after=pay_");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "q=what+is+this",
        "status=nothing",
        "currency=xxx",
        "from=yesterday",
        "until=2026-13-01",
        "from=2026-02-02&until=2026-02-01",
        "date=someday",
        "amount_from=abc",
        "amount_to=0",
        "amount_from=9&amount_to=8",
        "amount_from=1.50&currency=jpy",
        "last4=42",
        "customer=mia",
        "metadata_key=order",
        "brand=V!SA",
        "method_type=cash",
        "connector=%3C",
        "reason=Why+not",
        "attention=all",
        "metadata_value=1"
      })
  void an_invalid_search_is_reported_at_its_field(String query) {
    Reply page = support.get("/dashboard/payments?" + query);

    assertThat(page.status()).isEqualTo(422);
    assertThat(page.body()).contains("<p class=\"error\"");
    assertThat(rows(page)).isEmpty();
  }

  @Test
  void an_invalid_cursor_shows_the_newest() {
    assertThat(rows(support.get("/dashboard/payments?starting_after=nonsense")))
        .isEqualTo(rows(support.get("/dashboard/payments")));
  }

  @Test
  void the_file_has_all_filtered_payments_quoted_and_escaped() {
    Reply file = support.get("/dashboard/payments.csv");

    assertThat(file.header("Content-Type")).contains("text/csv; charset=utf-8");
    assertThat(file.header("Content-Disposition"))
        .contains("attachment; filename=\"payments.csv\"");
    List<String> lines = file.body().lines().toList();
    assertThat(lines).hasSize(made.size() + 1);
    assertThat(lines.getFirst()).startsWith("id,created,created_local,status,amount,currency,");
    assertThat(lines.stream().skip(1).map(line -> line.split(",", 2)[0]))
        .containsExactlyElementsOf(made);
    assertThat(lines.get(1))
        .contains(",43.21,eur,", "\"'=cmd|calc, and \"\"more\"\"\"", "order=A 1");
    assertThat(file.body()).contains("\r\n");

    assertThat(support.get("/dashboard/payments.csv?status=failed").body().lines()).hasSize(2);
  }

  /**
   * Creates a payment with a partial capture and a partial refund, so that its three amounts
   * differ.
   */
  private String payInParts() {
    String payment =
        pay(
            TestApp.payment(5000, "4242424242424242")
                .replaceFirst("\\{", "{\"capture_method\": \"manual\", "));
    florin.post("/v2/payments/" + payment + "/capture", "{\"amount\": 3000}");
    florin.post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": 1200}".formatted(payment));
    return payment;
  }

  @Test
  void each_amount_of_the_file_is_in_its_own_column() {
    List<String> lines = support.get("/dashboard/payments.csv").body().lines().toList();
    List<String> head = List.of(lines.getFirst().split(","));
    String[] parts = lines.getLast().split(",");

    assertThat(parts[head.indexOf("id")]).isEqualTo(made.getLast());
    assertThat(parts[head.indexOf("status")]).isEqualTo("succeeded");
    assertThat(parts[head.indexOf("amount")]).isEqualTo("50.00");
    assertThat(parts[head.indexOf("currency")]).isEqualTo("usd");
    assertThat(parts[head.indexOf("captured")]).isEqualTo("30.00");
    assertThat(parts[head.indexOf("refunded")]).isEqualTo("12.00");
    assertThat(parts[head.indexOf("card_brand")]).isEqualTo("visa");
    assertThat(parts[head.indexOf("card_last4")]).isEqualTo("4242");
  }

  @Test
  void the_audit_log_names_the_member_and_the_exported_file() {
    support.get("/dashboard/payments.csv?status=failed&from=2026-01-01");

    assertThat(
            florin.query(
                "SELECT actor || ': ' || detail FROM audit_entry WHERE action = 'payment.export' ORDER BY number DESC"))
        .first()
        .asString()
        .matches("support-.*@example.com: status failed, from 2026-01-01");
  }

  @Test
  void viewers_see_no_export_button_and_cannot_export() {
    try (var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      assertThat(viewer.get("/dashboard/payments").body()).doesNotContain("payments.csv");
      assertThat(viewer.get("/dashboard/payments.csv").status()).isEqualTo(403);
    }
  }

  @Test
  void the_other_mode_has_its_own_payments() {
    try (var admin = DashboardClient.of(florin, Role.ADMIN)) {
      String token = DashboardClient.formToken(admin.get("/dashboard"));
      admin.post("/dashboard", "/dashboard/mode", token, Map.of("mode", "live"));

      assertThat(admin.get("/dashboard/payments").body()).contains("No payments yet");
      assertThat(rows(admin.get("/dashboard/payments?q=" + made.getFirst()))).isEmpty();
      assertThat(admin.get("/dashboard/payments.csv").body().lines()).hasSize(1);
    }
  }

  @Test
  void refunds_have_their_own_list() {
    Reply refund =
        florin.post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": 333}".formatted(made.get(5)));

    assertThat(support.get("/dashboard/payments/refunds").body())
        .contains(refund.text("/id"), "$3.33", "/dashboard/payments/" + made.get(5));
    assertThat(support.get("/dashboard/payments/refunds/total?status=succeeded").body())
        .contains("2 refunds", "<strong>$15.33</strong>");
    assertThat(support.get("/dashboard/payments/refunds?sort=-amount").body())
        .containsSubsequence("$12.00", "$3.33");
    assertThat(support.get("/dashboard/payments/refunds?sort=amount").body())
        .containsSubsequence("$3.33", "$12.00");
  }

  private List<String> found(String query) {
    Reply page = support.get("/dashboard/payments?" + query);
    assertThat(page.status()).isEqualTo(200);
    return rows(page);
  }

  private static List<String> rows(Reply page) {
    return ROW.matcher(page.body())
        .results()
        .map(MatchResult::group)
        .map(PaymentListPagesTest::id)
        .toList();
  }

  private static String id(String row) {
    return row.replaceAll(".*/(pay_[a-z0-9]+)\"", "$1");
  }

  /** Returns an empty string if the page has no such link. */
  private static String link(Reply page, String rel) {
    Matcher matcher = Pattern.compile("href=\"([^\"]+)\" rel=\"" + rel + "\"").matcher(page.body());
    return matcher.find() ? matcher.group(1).replace("&amp;", "&") : "";
  }

  private String pay(String body) {
    String id = florin.post("/v2/payments", body).payment();
    assertThat(id).startsWith("pay_");
    return id;
  }
}
