package florin.testing.provider;

import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.instance.Instance;
import florin.testing.Reply;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Disputes of a provider: several of one payment, of parts, with doubled and late webhooks. */
class ProviderDisputesTest extends WithProvider {
  private static final String HOSTED =
      """
      {"amount": 1000, "currency": "eur", "payment_method": {"type": "hosted"}}\
      """;

  private Instance instance;
  private Reply made;

  @BeforeEach
  void pay() {
    instance = set(Map.of("hosted", "true"));
    made = florin.post("/v2/payments", HOSTED);
    provider.payerActs(reference(made), true);
    expire(made);
    within().until(() -> status(made).equals("succeeded"));
  }

  @Test
  void each_dispute_of_a_payment_is_recorded_and_their_parts_are_summed_up() {
    report("fraudulent;duplicate:lost");
    within().until(() -> statuses().size() == 2);

    assertThat(statuses()).containsExactly("lost", "needs_response");
    assertThat(payment().text("/dispute/id")).isEqualTo("dp_1");
    assertThat(payment().number("/dispute/amount_held")).isEqualTo(400);
    assertThat(payment().number("/dispute/amount_lost")).isEqualTo(400);

    Reply refused = refund(201);
    assertThat(refused.text("/error/code")).isEqualTo("payment_not_refundable");
    assertThat(refused.text("/error/message")).contains("at most 200", "o refund was created");
    assertThat(refund(200).status()).isEqualTo(200);

    report("fraudulent:won;duplicate:lost");
    within().until(() -> statuses().equals(List.of("lost", "won")));
    assertThat(payment().number("/dispute/amount_held")).isZero();
    assertThat(payment().number("/dispute/amount_lost")).isEqualTo(400);
    assertThat(types())
        .containsExactly("dispute.closed", "dispute.created", "dispute.closed", "dispute.created");
  }

  @Test
  void doubled_webhooks_and_reports_from_before_change_nothing() {
    report("fraudulent");
    within().until(() -> statuses().equals(List.of("needs_response")));
    report("fraudulent:lost");
    within().until(() -> statuses().equals(List.of("lost")));
    String before = payment().body();

    for (String late : List.of("fraudulent:lost", "fraudulent", "fraudulent:under_review")) {
      int asked = provider.requests().size();
      report(late);
      within().until(() -> provider.requests().size() > asked);
    }
    report("fraudulent:won");
    within().until(() -> statuses().equals(List.of("won")));

    assertThat(types()).containsExactly("dispute.closed", "dispute.closed", "dispute.created");
    assertThat(before).contains("\"status\":\"lost\"");
  }

  @Test
  void a_dispute_that_the_provider_no_longer_lists_stays() {
    report("fraudulent;duplicate");
    within().until(() -> statuses().size() == 2);
    report("fraudulent:won");
    within().until(() -> statuses().contains("won"));

    assertThat(statuses()).containsExactly("needs_response", "won");
    assertThat(payment().text("/dispute/id")).isEqualTo("dp_2");
  }

  private void report(String disputes) {
    provider.dispute(reference(made), disputes);
    send(instance, made);
  }

  private Reply payment() {
    return florin.get("/v2/payments/" + made.text("/id"));
  }

  private List<String> statuses() {
    return florin.get("/v2/disputes?payment=" + made.text("/id")).texts("/data", "status");
  }

  private List<String> types() {
    return florin.get("/v2/disputes?payment=" + made.text("/id")).texts("/data", "id").stream()
        .flatMap(id -> florin.get("/v2/events?object_id=" + id).texts("/data", "type").stream())
        .toList();
  }

  private Reply refund(long amount) {
    return florin.post(
        "/v2/refunds", "{\"payment\": \"%s\", \"amount\": %d}".formatted(made.text("/id"), amount));
  }
}
