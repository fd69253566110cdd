package florin.testing.provider;

import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.instance.Instance;
import florin.testing.Reply;
import florin.testing.provider.Provider.Fault;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Payments whose payer enters the card on the provider's page. */
class HostedPaymentsTest extends WithProvider {
  private static final String HOSTED =
      """
      {"amount": 1000, "currency": "eur", "payment_method": {"type": "hosted"}}\
      """;

  private Reply paid() {
    Reply made = florin.post("/v2/payments", HOSTED);
    provider.payerActs(reference(made), true);
    expire(made);
    within().until(() -> status(made).equals("succeeded"));
    return made;
  }

  private Reply payment(Reply made) {
    return florin.get("/v2/payments/" + made.text("/id"));
  }

  @Test
  void a_payment_waits_at_the_provider_and_is_then_shown_with_its_card() {
    set(Map.of("hosted", "true"));
    Reply made = florin.post("/v2/payments", HOSTED);

    assertThat(made.text("/status")).as(made.body()).isEqualTo("requires_action");
    assertThat(made.text("/payment_method/type")).isEqualTo("hosted");
    assertThat(made.text("/next_action/redirect_to_url/url"))
        .startsWith(provider.address().toString());
    provider.payerActs(reference(made), true);
    expire(made);
    within().until(() -> status(made).equals("succeeded"));

    Reply paid = payment(made);
    assertThat(paid.text("/payment_method/type")).isEqualTo("card");
    assertThat(paid.text("/payment_method/card/brand")).isEqualTo("visa");
    assertThat(paid.text("/payment_method/card/last4")).isEqualTo("4242");
    assertThat(paid.json().at("/payment_method/card/fingerprint").isNull()).isTrue();
    assertThat(paid.text("/payment_method/billing_details/email")).isEqualTo("jo@payer.example");
    assertThat(paid.text("/outcome/provider_ids/object"))
        .isEqualTo(provider.objectOf(reference(made)));
    assertThat(paid.text("/outcome/provider_url")).startsWith("https://provider.example/ob_");
  }

  @Test
  void a_cancel_after_the_payer_paid_reports_it_and_the_payment_succeeds() {
    set(Map.of("hosted", "true"));
    Reply made = florin.post("/v2/payments", HOSTED);
    restUntilNudged(made);
    provider.payerActs(reference(made), true);
    provider.fail("/cancel", Fault.DECLINED);

    Reply late = florin.post("/v2/payments/" + made.text("/id") + "/cancel", "{}");

    assertThat(late.status()).as(late.body()).isEqualTo(400);
    assertThat(late.text("/error/code")).isEqualTo("payment_unexpected_state");
    expire(made);
    within().until(() -> status(made).equals("succeeded"));
    assertThat(provider.net(reference(made))).isEqualTo(1000);
  }

  @Test
  void a_dispute_is_reported_in_each_status_and_blocks_refunds_until_it_is_won() {
    Instance instance = set(Map.of("hosted", "true"));
    Reply made = paid();

    provider.dispute(reference(made), "fraudulent");
    send(instance, made);
    within().until(() -> payment(made).json().at("/dispute").isObject());

    assertThat(payment(made).json().at("/dispute").toString())
        .isEqualTo(
            "{\"id\":\"dp_1\",\"status\":\"needs_response\",\"amount\":400,"
                + "\"reason\":\"fraudulent\",\"due_by\":1800000000,\"amount_held\":400,\"amount_lost\":0}");
    assertThat(florin.get("/v2/events?type=payment.disputed").texts("/data", "type"))
        .containsExactly("payment.disputed");
    Reply refused = florin.post("/v2/refunds", refund(made));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("payment_not_refundable");
    assertThat(refused.text("/error/message")).contains("fraudulent");

    move(instance, made, "under_review");
    move(instance, made, "lost");
    assertThat(florin.post("/v2/refunds", refund(made)).text("/error/message"))
        .contains("at most 600", "o refund was created");
    assertThat(payment(made).number("/amount_refunded")).isZero();

    move(instance, made, "won");
    assertThat(florin.post("/v2/refunds", refund(made)).status()).isEqualTo(200);
    assertThat(florin.get("/v2/events?type=payment.dispute_updated").texts("/data", "type"))
        .hasSize(3);
    assertThat(florin.get("/v2/events?type=payment.disputed").texts("/data", "type")).hasSize(1);
  }

  private void move(Instance instance, Reply made, String status) {
    provider.dispute(reference(made), "fraudulent:" + status);
    send(instance, made);
    within().until(() -> payment(made).text("/dispute/status").equals(status));
  }

  @Test
  void a_webhook_about_a_paid_and_undisputed_payment_changes_nothing() {
    Instance instance = set(Map.of("hosted", "true"));
    Reply made = paid();
    String before = payment(made).body();
    int asked = provider.requests().size();

    send(instance, made);
    within().until(() -> provider.requests().size() > asked);

    assertThat(payment(made).body()).isEqualTo(before);
  }

  @Test
  void a_hosted_payment_requires_a_connector_with_a_page_and_stores_no_card() {
    within().until(() -> florin.post("/v2/payments", HOSTED).status() == 400);
    Reply simulated = florin.post("/v2/payments", HOSTED);
    assertThat(simulated.text("/error/code")).isEqualTo("payment_method_unavailable");

    Reply kept = florin.post("/v2/payment_methods", "{\"type\": \"hosted\"}");
    assertThat(kept.text("/error/code")).isEqualTo("payment_method_type_unsupported");

    set(Map.of("hosted", "true"));
    String customer = florin.post("/v2/customers", "{}").text("/id");
    Reply saved =
        florin.post(
            "/v2/payments",
            """
            {"amount": 1000, "currency": "eur", "payment_method": {"type": "hosted"}, "customer": "%s", "save_payment_method": true}\
            """
                .formatted(customer));
    assertThat(saved.text("/error/param")).isEqualTo("save_payment_method");
  }

  private static String refund(Reply made) {
    return "{\"payment\": \"%s\", \"amount\": 700}".formatted(made.text("/id"));
  }
}
