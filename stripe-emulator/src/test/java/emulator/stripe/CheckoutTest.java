package emulator.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import emulator.provider.Ledger;
import emulator.provider.Ledger.Kind;
import emulator.provider.Options;
import emulator.stripe.Merchant.Reply;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CheckoutTest {
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
  private final StripeEmulator stripe = start();
  private final Merchant merchant = new Merchant(stripe);

  private StripeEmulator start() {
    try {
      return StripeEmulator.start(Options.ofTests().withClock(now::get));
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @AfterEach
  void close() throws IOException {
    stripe.close();
  }

  @Test
  void a_session_is_open_without_an_intent_until_a_payer_pays_it() throws IOException {
    Reply made = merchant.post("/v1/checkout/sessions", Merchant.SESSION);

    assertThat(made.status()).isEqualTo(200);
    assertThat(made.at("/id")).startsWith("cs_test_");
    assertThat(made.at("/status")).isEqualTo("open");
    assertThat(made.json().at("/amount_total").asLong()).isEqualTo(2500);
    assertThat(made.json().at("/payment_intent").isNull()).isTrue();
    assertThat(made.json().at("/livemode").asBoolean()).isFalse();
    assertThat(made.at("/url")).startsWith(stripe.url() + "/c/pay/" + made.at("/id") + "#");
    assertThat(made.header("Request-Id")).startsWith("req_");

    assertThat(stripe.payers().pay(made.at("/id"), Card.VISA))
        .contains(URI.create("https://shop.example/done?id=" + made.at("/id")));

    Reply paid =
        merchant.get(
            "/v1/checkout/sessions/"
                + made.at("/id")
                + "?expand[]=payment_intent&expand[]=payment_intent.latest_charge");
    assertThat(paid.at("/status")).isEqualTo("complete");
    assertThat(paid.at("/payment_status")).isEqualTo("paid");
    assertThat(paid.json().at("/url").isNull()).isTrue();
    assertThat(paid.at("/payment_intent/status")).isEqualTo("succeeded");
    assertThat(paid.at("/payment_intent/metadata/order")).isEqualTo("1");
    assertThat(paid.at("/payment_intent/latest_charge/payment_method_details/card/last4"))
        .isEqualTo("4242");
    assertThat(stripe.book().standings())
        .singleElement()
        .satisfies(standing -> {
          assertThat(standing.names().reference()).isEqualTo("order-1");
          assertThat(standing.net()).isEqualTo(2500);
        });
  }

  @Test
  void a_declined_card_leaves_the_session_open_and_the_next_one_pays_the_same_intent()
      throws IOException {
    String session = merchant.open();

    assertThat(stripe.payers().pay(session, Card.INSUFFICIENT_FUNDS)).isEmpty();
    Reply declined = merchant.get("/v1/payment_intents/" + merchant.intentOf(session));
    assertThat(declined.at("/status")).isEqualTo("requires_payment_method");
    assertThat(declined.at("/last_payment_error/decline_code")).isEqualTo("insufficient_funds");

    stripe.payers().pay(session, Card.MASTERCARD);
    assertThat(merchant.intentOf(session)).isEqualTo(declined.at("/id"));
    assertThat(stripe.book().entries())
        .extracting(Ledger.Entry::kind)
        .containsExactly(Kind.DECLINED, Kind.AUTHORIZED, Kind.CAPTURED);
  }

  @Test
  void a_hold_can_be_captured_in_part_once_and_the_rest_is_shown_as_a_refund() throws IOException {
    String session = merchant.open("payment_intent_data[capture_method]", "manual");
    stripe.payers().pay(session, Card.VISA);
    assertThat(merchant.get("/v1/checkout/sessions/" + session).at("/payment_status"))
        .isEqualTo("unpaid");
    String capture = "/v1/payment_intents/" + merchant.intentOf(session) + "/capture";

    assertThat(merchant.post(capture, "amount_to_capture", "2501").at("/error/code"))
        .isEqualTo("amount_too_large");
    Reply captured = merchant.post(capture, "amount_to_capture", "1000", "metadata[by]", "desk");
    assertThat(captured.at("/status")).isEqualTo("succeeded");
    assertThat(captured.at("/metadata/by")).isEqualTo("desk");
    assertThat(captured.at("/metadata/order")).isEqualTo("1");
    Reply again = merchant.post(capture);

    assertThat(again.status()).isEqualTo(400);
    assertThat(again.at("/error/code")).isEqualTo("payment_intent_unexpected_state");
    assertThat(again.at("/error/payment_intent/status")).isEqualTo("succeeded");
    assertThat(stripe.book().standings().getFirst().net()).isEqualTo(1000);
    assertThat(stripe.book().standings().getFirst().held()).isZero();
    Reply refunds = merchant.get("/v1/refunds?payment_intent=" + merchant.intentOf(session));
    assertThat(refunds.json().at("/data/0/amount").asLong()).isEqualTo(1500);
  }

  @Test
  void refunds_never_exceed_the_captured_amount() throws IOException {
    String session = merchant.open();
    stripe.payers().pay(session, Card.VISA);
    String intent = merchant.intentOf(session);

    assertThat(refund(intent, "2501").at("/error/message")).contains("greater than unrefunded");
    Reply first = refund(intent, "1000");
    assertThat(first.at("/status")).isEqualTo("succeeded");
    assertThat(merchant.post("/v1/refunds", "payment_intent", intent).json().at("/amount").asLong())
        .isEqualTo(1500);
    assertThat(refund(intent, "1").at("/error/code")).isEqualTo("charge_already_refunded");
    assertThat(stripe.book().standings().getFirst().net()).isZero();

    stripe.payers().failRefund(first.at("/id"), "expired_or_canceled_card");
    assertThat(merchant.get("/v1/refunds/" + first.at("/id")).at("/failure_reason"))
        .isEqualTo("expired_or_canceled_card");
    assertThat(stripe.book().standings().getFirst().net()).isEqualTo(1000);
    assertThat(stripe.book().faults()).isEmpty();
  }

  private Reply refund(String intent, String amount) throws IOException {
    return merchant.post("/v1/refunds", "payment_intent", intent, "amount", amount);
  }

  @Test
  void only_an_open_session_can_be_expired_and_an_expired_one_cannot_be_paid() throws IOException {
    String paid = merchant.open();
    stripe.payers().pay(paid, Card.VISA);
    Reply refused = merchant.post("/v1/checkout/sessions/" + paid + "/expire");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.at("/error/type")).isEqualTo("invalid_request_error");
    assertThat(refused.at("/error/message")).contains("`complete`");

    String left = merchant.open();
    assertThat(merchant.post("/v1/checkout/sessions/" + left + "/expire").at("/status"))
        .isEqualTo("expired");
    assertThatThrownBy(() -> stripe.payers().pay(left, Card.VISA)).hasMessageContaining("expired");

    String forgotten = merchant.open();
    now.set(now.get().plusSeconds(86_400));
    assertThat(merchant.get("/v1/checkout/sessions/" + forgotten).at("/status"))
        .isEqualTo("expired");
  }

  @Test
  void a_debit_is_processing_until_it_is_collected_or_returned() throws IOException {
    String good = merchant.open();
    String bad = merchant.open("client_reference_id", "order-2");
    stripe.payers().pay(good, Card.DEBIT);
    stripe.payers().pay(bad, Card.DEBIT);
    assertThat(merchant.get("/v1/payment_intents/" + merchant.intentOf(good)).at("/status"))
        .isEqualTo("processing");

    stripe.payers().resolve(good, true);
    stripe.payers().resolve(bad, false);

    assertThat(stripe.book().standings())
        .extracting(Ledger.Standing::net)
        .containsExactly(2500L, 0L);
    assertThat(stripe.book().faults()).isEmpty();
  }

  @Test
  void an_invalid_parameter_is_named() throws IOException {
    for (List<String> wrong :
        List.of(
            List.of("parameter_unknown", "colour", "red"),
            List.of("parameter_missing", "success_url", ""),
            List.of("amount_too_small", "line_items[0][price_data][unit_amount]", "24"),
            List.of("parameter_invalid_integer", "line_items[0][quantity]", "two"),
            List.of(
                "parameter_invalid_integer", "expires_at", "" + (now.get().getEpochSecond() + 60)),
            List.of("parameter_invalid", "line_items[0][price_data][currency]", "xyz"),
            List.of("parameter_unknown", "line_items[0][price_data][colour]", "red"))) {
      Reply refused =
          merchant.post("/v1/checkout/sessions", Merchant.session(wrong.get(1), wrong.get(2)));
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.at("/error/code")).as("%s", wrong).isEqualTo(wrong.getFirst());
      assertThat(refused.at("/error/param")).isNotEmpty();
    }
    assertThat(inKronur("10000").status()).isEqualTo(200);
    assertThat(inKronur("10050").at("/error/code")).isEqualTo("parameter_invalid_integer");
  }

  private Reply inKronur(String amount) throws IOException {
    return merchant.post(
        "/v1/checkout/sessions",
        Merchant.session(
            "line_items[0][price_data][currency]",
            "isk",
            "line_items[0][price_data][unit_amount]",
            amount));
  }

  @Test
  void a_key_is_required_and_sees_only_its_own_mode() throws IOException {
    String session = "/v1/checkout/sessions/" + merchant.open();

    assertThat(new Merchant(stripe, "").get(session).status()).isEqualTo(401);
    assertThat(new Merchant(stripe, "sk_test_of_another").get(session).status()).isEqualTo(401);
    assertThat(new Merchant(stripe, StripeEmulator.LIVE_KEY).get(session).at("/error/code"))
        .isEqualTo("resource_missing");
    stripe.removeKey(StripeEmulator.TEST_KEY);
    assertThat(merchant.get(session).status()).isEqualTo(401);
  }
}
