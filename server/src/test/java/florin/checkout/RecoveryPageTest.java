package florin.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The page on which a payer confirms a payment that the issuer declined without authentication. */
@TestInstance(Lifecycle.PER_CLASS)
class RecoveryPageTest {
  private TestApp florin;
  private Payer payer;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    payer = Payer.of(florin);
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void the_payer_confirms_the_saved_card_and_the_mandate_is_renewed() {
    String method = saved();
    Reply declined = charge(method);
    String path = URI.create(declined.text("/error/recovery_url")).getPath();
    assertThat(payer.look(path).body())
        .contains(
            "Your bank asks you to confirm this payment with Visa •••• 3184.",
            "Confirm and pay €9.00",
            "Or choose another payment method",
            "name=\"number\"");

    Reply confirmed = payer.submit(path, Map.of("try", "1", "method", "saved", "email", ""));

    assertThat(confirmed.status()).isEqualTo(303);
    String challenge = confirmed.header("Location").orElseThrow().replace("..", "");
    payer.submit(challenge + "/complete", Map.of());
    assertThat(payer.look(path).body()).contains("Thank you.").doesNotContain("Confirm and pay");
    Reply session = florin.get("/v2/checkout_sessions?limit=1");
    assertThat(session.text("/data/0/status")).isEqualTo("complete");
    Reply payment = florin.get("/v2/payments/" + session.text("/data/0/payment"));
    assertThat(payment.text("/status")).isEqualTo("succeeded");
    assertThat(payment.text("/payment_method/id")).isEqualTo(method);
    assertThat(payment.text("/initiated_by")).isEqualTo("payer");
    String mandate = florin.get("/v2/payment_methods/" + method).text("/mandate");
    assertThat(florin.get("/v2/mandates/" + mandate).has("/renewed_at")).isTrue();
  }

  @Test
  void the_payer_may_use_another_card() {
    String path = URI.create(charge(saved()).text("/error/recovery_url")).getPath();

    payer.pay(path, Payer.GOOD);

    assertThat(payer.look(path).body()).contains("Thank you.");
    assertThat(florin.get("/v2/checkout_sessions?limit=1").text("/data/0/status"))
        .isEqualTo("complete");
  }

  @Test
  void a_page_of_the_merchant_offers_no_saved_card() {
    Reply made = Payer.session(florin, "");
    String path = URI.create(made.text("/url")).getPath();
    assertThat(payer.look(path).body()).doesNotContain("value=\"saved\"");
    assertThat(payer.submit(path, Map.of("try", "1", "method", "saved", "email", "")).status())
        .isEqualTo(422);
  }

  @Test
  void a_card_that_was_detached_leaves_other_methods() {
    String method = saved();
    String path = URI.create(charge(method).text("/error/recovery_url")).getPath();
    florin.post("/v2/payment_methods/" + method + "/detach", "{}");

    Reply refused = payer.submit(path, Map.of("try", "1", "method", "saved", "email", ""));

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body()).contains("Use another payment method", "name=\"number\"");
    payer.pay(path, Payer.GOOD);
    assertThat(payer.look(path).body()).contains("Thank you.");
  }

  @Test
  void staff_reach_the_page_from_the_failed_payment() {
    Reply declined = charge(saved());
    String session = florin.get("/v2/checkout_sessions?limit=1").text("/data/0/id");
    try (var support = DashboardClient.of(florin, Role.SUPPORT)) {
      assertThat(support.get("/dashboard/payments/" + declined.text("/error/payment")).body())
          .contains("href=\"/dashboard/checkout/" + session + "\">Send payment link");
      assertThat(support.get("/dashboard/checkout/" + session).body())
          .contains(declined.text("/error/recovery_url"));
    }
  }

  @Test
  void staff_reopen_an_expired_page_and_its_link_works_again() {
    Reply declined = charge(saved());
    String path = URI.create(declined.text("/error/recovery_url")).getPath();
    String session = florin.get("/v2/checkout_sessions?limit=1").text("/data/0/id");
    florin.post("/v2/checkout_sessions/" + session + "/expire", "{}");
    assertThat(payer.look(path).body())
        .contains("This page has expired", "Nothing was charged. To pay, contact ")
        .doesNotContain("start again");
    try (var support = DashboardClient.of(florin, Role.SUPPORT);
        var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      String page = "/dashboard/checkout/" + session;
      assertThat(support.get(page).body())
          .contains("Reopen session</button>", "Reopen the session, then send this link");
      assertThat(viewer.get(page).body()).doesNotContain("Reopen session</button>");

      assertThat(support.submit(page, page + "/reopen", Map.of()).header("Location"))
          .contains(page);

      assertThat(support.get(page).body())
          .contains("Anyone with this link can pay.")
          .doesNotContain("Reopen session</button>");
      String token = DashboardClient.formToken(support.get(page));
      Reply again = support.post(page, page + "/reopen", token, Map.of());
      assertThat(support.follow(again).body())
          .contains(
              "Only an expired checkout session of a declined payment can be opened again; nothing was changed.");
    }
    payer.pay(path, Payer.GOOD);
    assertThat(payer.look(path).body()).contains("Thank you.");
  }

  @Test
  void the_page_of_a_deleted_customer_is_closed() {
    String path = URI.create(charge(saved()).text("/error/recovery_url")).getPath();
    Reply session = florin.get("/v2/checkout_sessions?limit=1");
    florin
        .client()
        .send(
            florin
                .client()
                .request("/v2/customers/" + session.text("/data/0/customer"))
                .DELETE()
                .build());

    assertThat(payer.look(path).body())
        .contains("This page is closed", "Nothing was charged. To pay, contact ")
        .doesNotContain("name=\"number\"");
    Reply refused = payer.submit(path, Map.of("try", "1", "method", "saved", "email", ""));
    assertThat(refused.body()).contains("This page is closed");
    try (var support = DashboardClient.of(florin, Role.SUPPORT)) {
      String id = session.text("/data/0/id");
      florin.post("/v2/checkout_sessions/" + id + "/expire", "{}");
      assertThat(support.get("/dashboard/checkout/" + id).body())
          .contains("Payers can no longer use this link.")
          .doesNotContain("Reopen session</button>");
    }
  }

  @Test
  void the_payer_reads_the_same_descriptor_on_the_statement() {
    Reply declined = charge(saved(), ", \"statement_descriptor\": \"SHOP TEA\"");
    payer.pay(URI.create(declined.text("/error/recovery_url")).getPath(), Payer.GOOD);
    String paid = florin.get("/v2/checkout_sessions?limit=1").text("/data/0/payment");
    assertThat(florin.get("/v2/payments/" + paid).text("/statement_descriptor"))
        .isEqualTo("SHOP TEA");
  }

  private Reply charge(String method) {
    return charge(method, "");
  }

  private Reply charge(String method, String more) {
    Reply declined =
        florin.post(
            "/v2/payments",
            """
            {"amount": 900, "currency": "eur", "payment_method": "%s", "off_session": true,
             "reason": "recurring"%s}\
            """
                .formatted(method, more));
    assertThat(declined.status()).as(declined.body()).isEqualTo(402);
    return declined;
  }

  private String saved() {
    Reply paid =
        florin.post(
            "/v2/payments",
            """
            {"amount": 700, "currency": "eur", "customer": "%s", "save_payment_method": true,
             "mandate": {"text": "I agree."}, "payment_method": {"type": "card", "card":
               {"number": "4000002760003184", "exp_month": 12, "exp_year": 2040}}}\
            """
                .formatted(florin.post("/v2/customers", "{}").text("/id")));
    payer.submit(
        URI.create(paid.text("/next_action/redirect_to_url/url")).getPath() + "/complete",
        Map.of());
    return paid.text("/payment_method/id");
  }
}
