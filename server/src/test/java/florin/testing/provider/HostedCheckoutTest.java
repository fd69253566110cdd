package florin.testing.provider;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Reply;
import florin.testing.provider.Provider.Fault;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checkout sessions that are paid on the provider's page. */
class HostedCheckoutTest extends WithProvider {
  private static final String SESSION =
      """
      {"amount": 1000, "currency": "eur", "success_url": "https://shop.example/", "cancel_url": "https://shop.example/"}\
      """;

  private Reply session() {
    set(Map.of("hosted", "true"));
    return florin.post("/v2/checkout_sessions", SESSION);
  }

  private static String path(Reply session) {
    return URI.create(session.text("/url")).getRawPath();
  }

  private Reply look(Reply session) {
    return florin.get(path(session));
  }

  private Reply submit(String path, String form) {
    return florin
        .client()
        .send(
            florin
                .client()
                .request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build());
  }

  private Reply now(Reply session) {
    return florin.get("/v2/checkout_sessions/" + session.text("/id"));
  }

  private Reply payment(Reply session) {
    return florin.get("/v2/payments/" + now(session).text("/payment"));
  }

  @Test
  void a_button_leads_to_the_providers_page_and_the_session_is_complete_after_the_payment() {
    Reply session = session();
    assertThat(look(session).body())
        .contains("Continue to pay €10.00", "<p class=\"tag\">Test mode</p>")
        .doesNotContain("cc-number", "4242");

    Reply pressed = submit(path(session), "try=1");

    assertThat(pressed.status()).isEqualTo(303);
    assertThat(pressed.header("Location")).contains(".." + path(session) + "?next");
    assertThat(florin.get(path(session) + "?next").header("Refresh").orElseThrow())
        .startsWith("0; url=" + provider.address() + "/pay/");
    assertThat(look(session).header("Refresh"))
        .as("page after the first visit to the provider")
        .isEmpty();
    assertThat(look(session).body()).contains("href=\"" + provider.address() + "/pay/");
    Reply made = payment(session);
    submit(path(session), "try=1");
    submit(path(session), "try=2");
    assertThat(payment(session).text("/id")).isEqualTo(made.text("/id"));
    provider.payerActs(reference(made), true);
    expire(made);
    within().until(() -> now(session).text("/status").equals("complete"));
    assertThat(look(session).body()).contains("has received your payment");
    assertThat(provider.net(reference(made))).isEqualTo(1000);
  }

  @Test
  void another_method_is_offered_only_after_the_provider_closed_the_page() {
    Reply session = session();
    submit(path(session), "try=1");
    Reply made = payment(session);

    submit(path(session) + "/again", "");

    within().until(() -> status(made).equals("canceled"));
    submit(path(session), "try=2");
    assertThat(payment(session).text("/id")).isNotEqualTo(made.text("/id"));
  }

  @Test
  void choosing_another_method_after_paying_completes_the_session() {
    Reply session = session();
    submit(path(session), "try=1");
    Reply made = payment(session);
    restUntilNudged(made);
    provider.payerActs(reference(made), true);
    provider.fail("/cancel", Fault.DECLINED);

    submit(path(session) + "/again", "");
    submit(path(session), "try=2");
    expire(made);

    within().until(() -> now(session).text("/status").equals("complete"));
    assertThat(payment(session).text("/id")).isEqualTo(made.text("/id"));
    assertThat(provider.net(reference(made))).isEqualTo(1000);
  }
}
