package florin.dashboard.settings;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The merchant's public details, and the switch between accounts. */
class SettingsPagesTest {
  private static final String SETTINGS = "/dashboard/settings";
  private static final String GOOD_CARD = "4242424242424242";

  private TestApp florin;
  private DashboardClient owner;

  @BeforeEach
  void open() {
    florin = TestApp.open();
    owner = DashboardClient.of(florin, Role.OWNER);
  }

  @AfterEach
  void close() {
    owner.close();
    florin.close();
  }

  @Test
  void receipts_show_the_name_the_address_and_where_to_ask() {
    Reply payment = florin.post("/v2/payments", TestApp.payment(1000, GOOD_CARD));
    String receipt = payment.text("/receipt_url").replaceFirst("https?://[^/]+", "");

    Reply saved =
        owner.submit(
            SETTINGS,
            SETTINGS,
            Map.of(
                "name", "Moby & Sons",
                "address", "1 Main Street\r\nNantucket",
                "support_email", "help@moby.example"));

    assertThat(owner.follow(saved).body())
        .contains(
            "Business details saved. Receipts and checkout pages now use them.",
            "Moby &amp; Sons",
            "1 Main Street\nNantucket");
    assertThat(owner.get(receipt).body())
        .contains("Moby &amp; Sons", "1 Main Street\nNantucket", "mailto:help@moby.example");
  }

  @Test
  void pages_for_payers_link_to_the_terms_and_the_privacy_notice() {
    owner.submit(
        SETTINGS,
        SETTINGS,
        Map.of(
            "name", "Moby",
            "support_email", "help@moby.example",
            "terms_url", "https://moby.example/terms?a=1&b=2",
            "privacy_url", "https://moby.example/privacy"));
    assertThat(owner.get(SETTINGS).body())
        .contains(
            "value=\"https://moby.example/terms?a=1&amp;b=2\"",
            "value=\"https://moby.example/privacy\"");

    Reply payment = florin.post("/v2/payments", TestApp.payment(1000, GOOD_CARD));
    Reply session =
        florin.post(
            "/v2/checkout_sessions",
            "{\"amount\": 2300, \"currency\": \"eur\", \"success_url\": \"https://moby.example/\", \"cancel_url\": \"https://moby.example/\", \"locale\": \"de\"}");
    Reply link =
        florin.post(
            "/v2/payment_links",
            "{\"customer_chooses\": {\"min\": 500, \"max\": 900}, \"currency\": \"eur\"}");
    String terms = "<a href=\"https://moby.example/terms?a=1&amp;b=2\">";
    String privacy = "<a href=\"https://moby.example/privacy\">";
    assertThat(owner.get(path(payment.text("/receipt_url"))).body())
        .contains(terms + "Terms</a>", privacy + "Privacy</a>");
    assertThat(owner.get(path(session.text("/url"))).body())
        .contains(terms + "AGB</a>", privacy + "Datenschutz</a>", "mailto:help@moby.example");
    assertThat(owner.get(path(link.text("/url"))).body())
        .contains(terms + "Terms</a>", privacy + "Privacy</a>");

    for (String wrong : List.of("http://moby.example/", "moby.example", "javascript:alert(1)")) {
      Reply refused = owner.submit(SETTINGS, SETTINGS, Map.of("name", "Moby", "terms_url", wrong));
      assertThat(refused.status()).as(wrong).isEqualTo(422);
      assertThat(refused.body()).contains("terms_url-error");
    }
  }

  private static String path(String url) {
    return url.replaceFirst("https?://[^/]+", "");
  }

  @Test
  void a_payment_without_a_descriptor_has_the_accounts_on_the_statement() {
    owner.submit(
        SETTINGS, SETTINGS, Map.of("name", "Moby", "statement_descriptor", "MOBY AND SONS"));

    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() ->
            assertThat(descriptor(TestApp.payment(1000, GOOD_CARD))).isEqualTo("MOBY AND SONS"));
    String own =
        TestApp.payment(1000, GOOD_CARD)
            .replaceFirst("\\{", "{\"statement_descriptor\": \"MOBY FISH\", ");
    assertThat(descriptor(own)).isEqualTo("MOBY FISH");
  }

  @Test
  void errors_are_shown_at_their_fields_and_nothing_is_saved() {
    Reply reply =
        owner.submit(
            SETTINGS,
            SETTINGS,
            Map.of(
                "name", "",
                "address", "x".repeat(501),
                "support_email", "nobody",
                "statement_descriptor", "123"));

    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.body())
        .contains("Please fill in this field.", "id=\"address-error\"", "support_email-error")
        .contains("statement_descriptor-error");
    assertThat(owner.get(SETTINGS).body()).contains("My company");
  }

  @Test
  void a_member_of_two_accounts_switches_between_them() {
    var company = florin.app().accounts().create("Another company").account();
    var member = DashboardClient.newMember(florin, Role.VIEWER);
    try (var client = DashboardClient.of(florin, member)) {
      assertThat(client.get("/dashboard").body()).doesNotContain("Switch to");
      String token = DashboardClient.formToken(client.get("/dashboard"));
      var fields = Map.of("account", Long.toString(company.number()));
      assertThat(client.post("/dashboard", "/dashboard/account", token, fields).status())
          .as("not yet a member")
          .isEqualTo(404);
      florin.update(
          "INSERT INTO membership (account_number, user_id, role, created_at) VALUES (?, ?, 'owner', now())",
          company.number(),
          member.user().id().uuid());

      Reply switched = client.submit("/dashboard", "/dashboard/account", fields);

      assertThat(client.follow(switched).body())
          .contains("<bdi>Another company</bdi>", "Switch to <bdi>My company</bdi>", "Owner");
    }
  }

  private String descriptor(String payment) {
    return florin.post("/v2/payments", payment).text("/statement_descriptor");
  }
}
