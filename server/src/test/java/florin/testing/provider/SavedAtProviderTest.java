package florin.testing.provider;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.PaymentMethodId;
import florin.testing.Reply;
import florin.testing.TakesLong;
import florin.testing.provider.Provider.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Payment methods whose credential the provider keeps: saved on its page, charged later, deleted.
 */
@TakesLong
class SavedAtProviderTest extends WithProvider {
  private static final Map<String, String> SAVES = Map.of("hosted", "true", "saves", "true");

  private String customer = "";

  @BeforeEach
  void begin() {
    set(SAVES);
    customer = florin.post("/v2/customers", "{\"email\": \"jo@shop.example\"}").text("/id");
  }

  @Test
  void a_card_that_the_payer_enters_on_the_page_is_saved_with_its_mandate() {
    Reply paid = saved();

    String method = paid.text("/payment_method/id");
    assertThat(paid.text("/payment_method/customer")).isEqualTo(customer);
    Reply kept = florin.get("/v2/payment_methods/" + method);
    assertThat(kept.text("/type")).isEqualTo("card");
    assertThat(kept.text("/card/last4")).isEqualTo("4242");
    assertThat(kept.json().at("/card/fingerprint").isNull()).isTrue();
    assertThat(kept.text("/customer")).isEqualTo(customer);
    assertThat(kept.body()).doesNotContain("sv_");
    assertThat(florin.get("/v2/mandates/" + kept.text("/mandate")).text("/payment"))
        .isEqualTo(paid.text("/id"));
    assertThat(florin.get("/v2/customers/" + customer + "/payment_methods").texts("/data", "id"))
        .containsExactly(method);
    assertThat(florin.get("/v2/events?object_id=" + method).texts("/data", "type"))
        .contains("payment_method.attached");
  }

  @Test
  void a_saved_card_is_charged_while_the_payer_is_absent() {
    String method = saved().text("/payment_method/id");

    Reply charged = charge(method);

    assertThat(charged.status()).as(charged.body()).isEqualTo(200);
    assertThat(charged.text("/status")).isEqualTo("succeeded");
    assertThat(charged.text("/initiated_by")).isEqualTo("merchant");
    assertThat(charged.text("/payment_method/card/last4")).isEqualTo("4242");
    assertThat(provider.net(reference(charged))).isEqualTo(1000);
  }

  @Test
  void a_charge_with_a_lost_response_is_found_and_made_once() {
    String method = saved().text("/payment_method/id");
    provider.fail("/confirm", Fault.ANSWER_LOST);

    Reply charged = charge(method);

    within().until(() -> status(charged).equals("succeeded"));
    assertThat(provider.net(reference(charged))).isEqualTo(1000);
  }

  @Test
  void a_late_approval_that_is_not_reversed_needs_a_person_until_it_is() {
    String method = saved().text("/payment_method/id");
    provider.fail("/confirm", Fault.NEVER_ARRIVES);
    Reply made = charge(method);
    String reference = reference(made);
    ahead.set(Duration.ofSeconds(91));
    within().until(() -> status(made).equals("failed"));

    provider.become(reference, "approved");
    provider.fail("/cancel", Fault.DECLINED);
    lookAgain(made);
    within().until(() -> differs(made));
    assertThat(provider.net(reference)).isEqualTo(1000);
    assertThat(status(made)).isEqualTo("failed");

    // The earlier inquiry may still write its next time over that of this one.
    within()
        .pollInterval(Duration.ofSeconds(5))
        .until(() -> {
          lookAgain(made);
          return provider.net(reference) == 0;
        });
    within().until(() -> !differs(made));
    assertThat(status(made)).isEqualTo("failed");
  }

  private boolean differs(Reply made) {
    return florin
        .query(
            "SELECT (p.provider ->> 'differs_at' IS NOT NULL)::text FROM payment p JOIN attempt a ON a.payment_id = p.id WHERE a.id = ?",
            id(made))
        .equals(List.of("true"));
  }

  @Test
  void while_the_payer_is_present_it_is_not_charged() {
    String method = saved().text("/payment_method/id");
    List<String> posted = changes();

    Reply refused =
        florin.post(
            "/v2/payments",
            "{\"amount\": 1000, \"currency\": \"eur\", \"payment_method\": \"%s\"}"
                .formatted(method));

    assertRefused(refused, "use the type hosted");
    assertThat(changes()).isEqualTo(posted);
  }

  @Test
  void only_the_connector_that_keeps_a_card_charges_it() {
    String method = saved().text("/payment_method/id");
    florin.update("UPDATE connector SET status = 'disabled'");
    florin.update("UPDATE key_epoch SET epoch = epoch + 1");
    set(SAVES);
    List<String> asked = changes();

    assertRefused(charge(method), "of a connector that is not enabled");
    assertThat(changes()).isEqualTo(asked);
  }

  @Test
  void a_declined_payment_saves_nothing() {
    Reply made = onPage();
    provider.payerActs(reference(made), false);
    expire(made);
    within().until(() -> status(made).equals("failed"));

    String method = made.text("/payment_method/id");
    assertThat(florin.get("/v2/payment_methods/" + method).json().at("/customer").isNull())
        .isTrue();
    assertThat(florin.get("/v2/mandates?payment_method=" + method).texts("/data", "id")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"ANSWER_LOST", "NEVER_ARRIVES"})
  void a_detached_card_is_deleted_at_the_provider_even_if_the_first_call_fails(Fault fault) {
    String method = saved().text("/payment_method/id");
    int kept = provider.kept();
    provider.fail("/revoke", fault);

    assertThat(florin.post("/v2/payment_methods/" + method + "/detach", "").status())
        .isEqualTo(200);

    within().until(() -> stored(method).equals(List.of("no credential, no time")));
    assertThat(provider.kept()).isEqualTo(kept - 1);
    assertThat(provider.requests().stream().filter(request -> request.endsWith("/revoke")).count())
        .isGreaterThanOrEqualTo(2);
    assertRefused(charge(method), "was detached");
  }

  @Test
  void the_cards_of_a_deleted_customer_are_deleted_at_the_provider() {
    String method = saved().text("/payment_method/id");
    int kept = provider.kept();

    Reply deleted =
        florin.client().send(florin.client().request("/v2/customers/" + customer).DELETE().build());

    assertThat(deleted.status()).as(deleted.body()).isEqualTo(200);
    within().until(() -> stored(method).equals(List.of("no credential, no time")));
    assertThat(provider.kept()).isEqualTo(kept - 1);
  }

  @Test
  void after_days_of_failures_the_provider_is_asked_once_a_day() {
    String method = saved().text("/payment_method/id");
    provider.fail("/revoke", Fault.NEVER_ARRIVES);
    florin.update(
        "UPDATE payment_method SET version = version + 1, customer_id = NULL, detached_at = now() - interval '4 days', revoke_at = now() WHERE id = (SELECT id FROM payment_method WHERE customer_id IS NOT NULL ORDER BY created_at DESC LIMIT 1)");

    within()
        .until(() ->
            florin
                .query(
                    "SELECT (revoke_at BETWEEN now() + interval '23 hours' AND now() + interval '25 hours')::text FROM payment_method WHERE id = ?",
                    PaymentMethodId.KIND.parse(method).orElseThrow().uuid())
                .equals(List.of("true")));
    assertThat(stored(method)).containsExactly("a credential, a time");
  }

  @Test
  void a_connector_without_support_for_saving_rejects_it() {
    florin.update("UPDATE connector SET status = 'disabled'");
    florin.update("UPDATE key_epoch SET epoch = epoch + 1");
    set(Map.of("hosted", "true"));

    Reply refused = onPage();

    assertThat(refused.status()).as(refused.body()).isEqualTo(400);
    assertThat(refused.text("/error/param")).isEqualTo("save_payment_method");
    assertThat(refused.text("/error/message")).contains("can't save what the payer enters");
  }

  private static void assertRefused(Reply refused, String message) {
    assertThat(refused.status()).as(refused.body()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("payment_method_unavailable");
    assertThat(refused.text("/error/message")).contains(message);
  }

  private List<String> stored(String method) {
    return florin.query(
        "SELECT CASE WHEN provider IS NULL THEN 'no' ELSE 'a' END || ' credential, ' || CASE WHEN revoke_at IS NULL THEN 'no' ELSE 'a' END || ' time' FROM payment_method WHERE id = ?",
        PaymentMethodId.KIND.parse(method).orElseThrow().uuid());
  }

  private Reply charge(String method) {
    return florin.post(
        "/v2/payments",
        "{\"amount\": 1000, \"currency\": \"eur\", \"payment_method\": \"%s\", \"off_session\": true, \"reason\": \"recurring\"}"
            .formatted(method));
  }

  private Reply onPage() {
    return florin.post(
        "/v2/payments",
        """
        {"amount": 1000, "currency": "eur", "payment_method": {"type": "hosted"}, "customer": "%s",
         "save_payment_method": true, "mandate": {"text": "Charge my card each month."}}\
        """
            .formatted(customer));
  }

  /** Returns the requests that change something. Inquiries of earlier payments may still come. */
  private List<String> changes() {
    return provider.requests().stream().filter(request -> request.startsWith("POST")).toList();
  }

  private Reply saved() {
    Reply made = onPage();
    assertThat(made.text("/status")).as(made.body()).isEqualTo("requires_action");
    provider.payerActs(reference(made), true);
    expire(made);
    within().until(() -> status(made).equals("succeeded"));
    return florin.get("/v2/payments/" + made.text("/id"));
  }
}
