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

/** The page on which a payer confirms a payment that the issuer refused without the payer. */
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

  private Reply charge(String method) {
    Reply declined =
        florin.post(
            "/v2/payments",
            """
            {"amount": 900, "currency": "eur", "payment_method": "%s", "off_session": true,
             "reason": "recurring"}\
            """
                .formatted(method));
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
