package florin.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Staff ask a customer for a card without code. */
@TestInstance(Lifecycle.PER_CLASS)
class CardRequestTest {
  private static final String TEXT = "I agree to 9 euros each month.";

  private TestApp florin;
  private DashboardClient support;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    support = DashboardClient.of(florin, Role.SUPPORT);
  }

  @AfterAll
  void close() {
    support.close();
    florin.close();
  }

  @Test
  void the_customer_saves_a_card_on_the_requested_page() {
    String path = customer();
    assertThat(support.get(path).body()).contains("Request a card…", "No saved cards");

    Reply sent = support.submit(path, path + "/request-card", Map.of("mandate.text", TEXT));

    String session = sent.header("Location").orElseThrow();
    assertThat(session).startsWith("/dashboard/checkout/cs_");
    String page = support.get(session).body();
    assertThat(page)
        .contains("Card setup", "save a card for the customer", TEXT)
        .doesNotContain("0.00");
    URI url = URI.create(Jsoup.parse(page).expectFirst("#session-url").text());
    Payer payer = Payer.of(florin);
    assertThat(payer.look(url.getPath()).body()).contains(TEXT);
    payer.pay(url.getPath(), Payer.GOOD);
    assertThat(support.get(path).body()).contains("•••• 4242", "Mandate: active");
    assertThat(support.get(session).body()).contains("st_");
    assertThat(support.get("/dashboard/checkout").body()).contains("Card setup");
  }

  @Test
  void a_text_with_a_card_number_is_rejected_in_the_dialog() {
    String path = customer();
    List<String> before = sessions();

    Reply sent =
        support.submit(path, path + "/request-card", Map.of("mandate.text", "4242424242424242"));

    assertThat(sent.status()).isEqualTo(422);
    Element dialog = Jsoup.parse(sent.body()).expectFirst("#dialog-card[open]");
    assertThat(dialog.expectFirst("[id=mandate.text-error]").text()).contains("card number");
    assertThat(dialog.expectFirst("textarea").text()).isEqualTo("4242424242424242");
    assertThat(sessions()).isEqualTo(before);
  }

  @Test
  void finance_has_no_button() {
    try (var finance = DashboardClient.of(florin, Role.FINANCE)) {
      assertThat(finance.get(customer()).body()).doesNotContain("Request a card…");
    }
  }

  private String customer() {
    return "/dashboard/customers/" + florin.post("/v2/customers", "{}").text("/id");
  }

  private List<String> sessions() {
    return florin.query("SELECT id FROM checkout_session");
  }
}
