package florin.checkout;

import static florin.checkout.Payer.hidden;
import static florin.checkout.Payer.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.CheckoutSessionId;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The checkout page for a payer who pays by bank transfer. */
@TestInstance(Lifecycle.PER_CLASS)
class CheckoutTransferPageTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

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
  void a_bank_transfer_is_shown_on_the_page_and_can_be_replaced_by_a_card() {
    Reply made = Payer.session(florin, "");
    Reply first = payer.look(path(made));
    assertThat(first.body()).contains("Pay by bank transfer");

    payer.submit(path(made), Map.of("try", hidden(first, "try"), "method", "bank_transfer"));

    Reply told = payer.look(path(made));
    assertThat(told.body())
        .contains(
            "DE89 3704 0044 0532 0130 00",
            "Pay €23.00",
            "<svg",
            "If you have already sent the transfer, don't choose another payment method.")
        .doesNotContain("name=\"number\"");
    Reply transfer = florin.get("/v2/payments/" + payment(made));
    assertThat(transfer.text("/status")).isEqualTo("requires_action");
    assertThat(told.body()).contains(transfer.text("/next_action/reference"));

    payer.submit(path(made) + "/again", Map.of());
    payer.pay(path(made), Payer.GOOD);

    assertThat(florin.get("/v2/payments/" + transfer.text("/id")).text("/status"))
        .isEqualTo("canceled");
    assertThat(retrieve(made).text("/status")).isEqualTo("complete");
    assertThat(payment(made)).isNotEqualTo(transfer.text("/id"));
  }

  @Test
  void
      a_session_whose_payer_has_a_transfer_to_send_stays_open_past_its_time_and_is_complete_with_it() {
    Reply made = Payer.session(florin, "\"methods\": [\"bank_transfer\"]");
    Reply first = payer.look(path(made));
    assertThat(first.body()).contains("Pay by bank transfer").doesNotContain("name=\"number\"");
    payer.submit(path(made), Map.of("try", hidden(first, "try"), "method", "bank_transfer"));
    String uuid =
        new CheckoutSessionId(CheckoutSessionId.KIND.parse(made.text("/id")).orElseThrow().uuid())
            .uuid()
            .toString();
    florin.update(
        "UPDATE checkout_session SET expires_at = now() - interval '1 second', due_at = now() - interval '1 second' WHERE id = ?::uuid",
        uuid);
    await()
        .atMost(PATIENCE)
        .until(() ->
            florin
                .query(
                    "SELECT (due_at > now())::text FROM checkout_session WHERE id = ?::uuid", uuid)
                .contains("true"));
    assertThat(retrieve(made).text("/status")).isEqualTo("open");
    assertThat(payer.look(path(made)).body()).contains("DE89").doesNotContain("pay another way");

    String reference = florin.get("/v2/payments/" + payment(made)).text("/next_action/reference");
    florin.update(
        "UPDATE bank_transfer SET received = amount, state = 'paid' WHERE reference = ?",
        reference);
    florin.update(
        "UPDATE attempt SET due_at = now(), version = version + 1 WHERE due_at IS NOT NULL AND payment_id = (SELECT id FROM payment WHERE method ->> 'reference' = ?)",
        reference);

    await().atMost(PATIENCE).until(() -> retrieve(made).text("/status").equals("complete"));
  }

  @Test
  void the_page_of_a_transfer_has_the_language_of_the_payment() {
    String waiting =
        florin
            .post(
                "/v2/payments",
                "{\"amount\": 4500, \"currency\": \"eur\", \"locale\": \"de\", \"payment_method\": {\"type\": \"bank_transfer\"}}")
            .text("/next_action/url");

    assertThat(payer.look(URI.create(waiting).getPath()).body())
        .contains("<html lang=\"de\">", "45,00\u00a0€ zahlen");
  }

  private Reply retrieve(Reply made) {
    return florin.get("/v2/checkout_sessions/" + made.text("/id"));
  }

  private String payment(Reply made) {
    return retrieve(made).text("/payment");
  }
}
