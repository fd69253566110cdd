package florin.dashboard.home;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The search across all kinds of objects. */
@TestInstance(Lifecycle.PER_CLASS)
class SearchPagesTest {
  private TestApp florin;
  private DashboardClient developer;
  private String payment;
  private String customer;
  private String refund;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    developer = DashboardClient.of(florin, Role.DEVELOPER);
    customer =
        florin
            .post("/v2/customers", "{\"name\": \"Mia <b>Wong\", \"email\": \"mia@example.com\"}")
            .text("/id");
    payment =
        florin
            .post(
                "/v2/payments",
                TestApp.payment(4321, "5555555555554444")
                    .replaceFirst(
                        "\\{",
                        "{\"metadata\": {\"order_number\": \"A-1001\"}, \"customer\": \"%s\", "
                            .formatted(customer)))
            .payment();
    refund =
        florin
            .post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": 21}".formatted(payment))
            .text("/id");
  }

  @AfterAll
  void close() {
    developer.close();
    florin.close();
  }

  @Test
  void a_payment_is_found_by_known_details() {
    for (String typed :
        new String[] {
          payment, refund, customer, "A-1001", "4444", "43.21", "mia@example.com", "4444 43.21"
        }) {
      assertThat(found(typed)).as(typed).contains("href=\"/dashboard/payments/" + payment + "\"");
    }
    assertThat(found("nobody@example.com"))
        .contains("No results for “<bdi>nobody@example.com</bdi>”.");
  }

  @Test
  void for_an_email_address_the_customer_comes_first_and_no_line_repeats_its_heading() {
    assertThat(found("mia@example.com").replaceAll("\\s+", " "))
        .matches(".*<h2>Customers</h2>.*<h2>Payments</h2>.*")
        .doesNotContain("class=\"kind\"");
    assertThat(found("4444").replaceAll("\\s+", " ")).contains("<h2>Payments</h2>");
  }

  @Test
  void every_object_with_an_id_is_found_by_it() {
    String event = florin.get("/v2/events?limit=1").texts("/data", "id").getFirst();
    String link =
        florin.post("/v2/payment_links", "{\"amount\": 700, \"currency\": \"usd\"}").text("/id");

    assertThat(found(customer))
        .contains("href=\"/dashboard/customers/" + customer + "\"", "Mia &lt;b&gt;Wong");
    assertThat(found(refund)).contains("<span class=\"kind\">Refund</span>");
    assertThat(found(event)).contains("href=\"/dashboard/events/" + event + "\"");
    assertThat(found(link)).contains("href=\"/dashboard/payment-links/" + link + "\"");
    assertThat(found("evt_01h455vb4pex5vsknk084sn02q")).contains("No results for “");
  }

  @Test
  void pages_and_actions_are_found_by_name_as_far_as_the_role_may() {
    assertThat(found("webh")).contains("href=\"/dashboard/webhooks\"");
    assertThat(found("payment li")).contains("href=\"/dashboard/payment-links/new\"");
    try (var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      String page = viewer.get("/dashboard/search?q=payment+li").body();
      assertThat(page).contains("/dashboard/payment-links\"");
      assertThat(part(page)).doesNotContain("/dashboard/payment-links/new");
      String endpoint =
          florin.post("/v2/webhook_endpoints", "{\"url\": \"https://shop.example/\"}").text("/id");
      assertThat(found(endpoint)).contains("/dashboard/webhooks/" + endpoint);
      assertThat(part(viewer.get("/dashboard/search?q=" + endpoint).body()))
          .doesNotContain("/dashboard/webhooks/" + endpoint);
    }
  }

  @Test
  void pages_and_actions_are_found_by_synonyms() {
    assertThat(found("invite")).contains("No results for “");
    assertThat(found("roll")).contains("href=\"/dashboard/keys\"");
    assertThat(found("export")).contains("href=\"/dashboard/payments\"");
    assertThat(found("password")).contains("href=\"/dashboard/security\"");
    assertThat(found("passkey")).contains("href=\"/dashboard/security\"");
    assertThat(found("create api")).contains("href=\"/dashboard/keys?dialog=create\"");
    try (var owner = DashboardClient.of(florin, Role.OWNER)) {
      assertThat(part(owner.get("/dashboard/search?q=invite").body()))
          .contains("href=\"/dashboard/team?dialog=invite\"");
      assertThat(owner.get("/dashboard/team?dialog=invite").body())
          .containsPattern("id=\"dialog-invite\"[^>]* open");
    }
  }

  @Test
  void a_script_gets_the_results_without_the_page_around_them() {
    Reply part =
        developer.send(
            developer
                .request("/dashboard/search?q=" + payment)
                .header("HX-Request", "true")
                .build());

    assertThat(part.body()).contains(payment).doesNotContain("<html");
  }

  @Test
  void empty_and_oversized_queries_get_a_response_too() {
    assertThat(found("")).contains("Pages");
    assertThat(found("x".repeat(5_000))).contains("No results for “");
  }

  private String found(String typed) {
    Reply page =
        developer.get("/dashboard/search?q=" + URLEncoder.encode(typed, StandardCharsets.UTF_8));
    assertThat(page.status()).isEqualTo(200);
    return part(page.body());
  }

  /** Returns only the results, because the menu contains page names too. */
  private static String part(String page) {
    return page.substring(page.indexOf("<div class=\"results\">"));
  }
}
