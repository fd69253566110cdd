package emulator.mollie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import emulator.mollie.Merchant.Reply;
import emulator.provider.Ledger;
import emulator.provider.Ledger.Kind;
import emulator.provider.Options;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CheckoutTest {
  private static final String MANUAL = "\"captureMode\":\"manual\"";

  private final MollieEmulator mollie = start();
  private final Merchant merchant = new Merchant(mollie);

  private static MollieEmulator start() {
    try {
      return MollieEmulator.start(Options.ofTests());
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @AfterEach
  void close() throws IOException {
    mollie.close();
  }

  @Test
  void a_payment_is_open_until_its_payer_pays_it() throws IOException {
    Reply made =
        merchant.post(
            "/v2/payments",
            Merchant.order("\"metadata\":{\"order\":\"1\"}", "\"locale\":\"de_DE\""));

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.header("Content-Type")).isEqualTo("application/hal+json");
    assertThat(made.at("/id")).startsWith("tr_");
    assertThat(made.at("/status")).isEqualTo("open");
    assertThat(made.at("/mode")).isEqualTo("test");
    assertThat(made.at("/amount/value")).isEqualTo("25.00");
    assertThat(made.json().at("/method").isNull()).isTrue();
    assertThat(made.json().at("/isCancelable").asBoolean()).isFalse();
    assertThat(made.json().has("details")).isFalse();
    assertThat(made.at("/_links/checkout/href"))
        .isEqualTo(mollie.url() + "/checkout/" + made.at("/id"));

    assertThat(mollie.payers().pay(made.at("/id"), Card.VISA))
        .contains(URI.create("https://shop.example/done"));

    Reply paid = merchant.payment(made.at("/id"));
    assertThat(paid.at("/status")).isEqualTo("paid");
    assertThat(paid.at("/paidAt")).matches("20[0-9-]{8}T[0-9:]{8}\\+00:00");
    assertThat(paid.at("/method")).isEqualTo("creditcard");
    assertThat(paid.at("/metadata/order")).isEqualTo("1");
    assertThat(paid.at("/details/cardNumber")).isEqualTo("9996");
    assertThat(paid.at("/details/cardLabel")).isEqualTo("Visa");
    assertThat(paid.at("/amountRemaining/value")).isEqualTo("25.00");
    assertThat(paid.json().has("isCancelable")).isFalse();
    assertThat(paid.json().has("expiresAt")).isFalse();
    assertThat(paid.json().at("/_links").has("checkout")).isFalse();
    assertThat(mollie.book().standings())
        .singleElement()
        .satisfies(standing -> {
          assertThat(standing.names().metadata()).isEqualTo(Map.of("order", "1"));
          assertThat(standing.net()).isEqualTo(2500);
        });
  }

  @Test
  void the_payer_chooses_a_method_and_an_outcome_on_the_page() throws IOException {
    String id = merchant.open("\"cancelUrl\":\"https://shop.example/cart\"");
    assertThat(merchant.get("/checkout/" + id).text())
        .contains("25.00 EUR", "value=\"ideal\"", "value=\"bancontact\"", "value=\"directdebit\"")
        .contains("value=\"paid\"", "value=\"failed\"", "value=\"canceled\"", "value=\"expired\"")
        .doesNotContain("value=\"authorized\"");

    Reply sent = merchant.form("/checkout/" + id, "method=ideal&choice=paid");
    assertThat(sent.status()).isEqualTo(303);
    assertThat(sent.header("Location")).isEqualTo("https://shop.example/done");
    assertThat(merchant.payment(id).at("/details/consumerBic")).isEqualTo("INGBNL2A");
    assertThat(merchant.form("/checkout/" + id, "method=ideal&choice=paid").status())
        .isEqualTo(409);

    String left = merchant.open("\"cancelUrl\":\"https://shop.example/cart\"");
    assertThat(merchant.form("/checkout/" + left, "choice=canceled").header("Location"))
        .isEqualTo("https://shop.example/cart");
    assertThat(merchant.payment(left).at("/canceledAt")).isNotEmpty();

    String held = merchant.open(MANUAL);
    assertThat(merchant.get("/checkout/" + held).text())
        .contains("value=\"authorized\"")
        .doesNotContain("value=\"paid\"", "ideal");
    assertThat(merchant.get("/checkout/tr_none").status()).isEqualTo(404);
  }

  @Test
  void a_failed_card_payment_has_a_reason_and_is_final() throws IOException {
    String declined = merchant.open("\"method\":\"creditcard\"");
    mollie.payers().fail(declined, FailureReason.AUTHENTICATION_FAILED);
    Reply failed = merchant.payment(declined);
    assertThat(failed.at("/status")).isEqualTo("failed");
    assertThat(failed.at("/details/failureReason")).isEqualTo("authentication_failed");

    String magic =
        merchant.open(
            "\"method\":\"creditcard\"", "\"amount\":{\"currency\":\"EUR\",\"value\":\"1007.00\"}");
    mollie.payers().choose(magic, Method.CREDITCARD, Status.FAILED);
    assertThat(merchant.payment(magic).at("/details/failureReason"))
        .isEqualTo("insufficient_funds");

    assertThatThrownBy(() -> mollie.payers().pay(declined)).hasMessageContaining("failed");
    assertThat(mollie.book().entries())
        .extracting(Ledger.Entry::kind)
        .containsExactly(Kind.DECLINED, Kind.DECLINED);
  }

  @Test
  void an_open_payment_expires_after_the_time_of_its_method() throws IOException {
    String ideal = merchant.open("\"method\":\"ideal\"");
    String bancontact = merchant.open("\"method\":[\"bancontact\"]");

    mollie.advance(Duration.ofMinutes(16));

    assertThat(merchant.payment(ideal).at("/status")).isEqualTo("expired");
    assertThat(merchant.payment(ideal).at("/expiredAt")).isNotEmpty();
    assertThat(merchant.payment(bancontact).at("/status")).isEqualTo("open");
  }

  @Test
  void only_some_methods_can_be_canceled_by_the_merchant() throws IOException {
    String card = merchant.open("\"method\":\"creditcard\"");
    Reply rejected = merchant.delete("/v2/payments/" + card);
    assertThat(rejected.status()).isEqualTo(422);
    assertThat(rejected.at("/title")).isEqualTo("Unprocessable Entity");

    String transfer = merchant.open("\"method\":\"banktransfer\"");
    assertThat(merchant.payment(transfer).json().at("/isCancelable").asBoolean()).isTrue();
    assertThat(merchant.delete("/v2/payments/" + transfer).at("/status")).isEqualTo("canceled");
  }

  @Test
  void a_hold_can_be_captured_once_and_the_rest_is_released() throws IOException {
    String id = merchant.open(MANUAL);
    assertThat(merchant.capture(id, "1.00").status()).isEqualTo(422);
    mollie.payers().pay(id);
    Reply held = merchant.payment(id);
    assertThat(held.at("/status")).isEqualTo("authorized");
    assertThat(held.at("/captureBefore")).isNotEmpty();
    assertThat(held.at("/amountCaptured/value")).isEqualTo("0.00");

    assertThat(merchant.capture(id, "25.01").at("/field")).isEqualTo("amount");
    Reply capture = merchant.capture(id, "10.00");
    assertThat(capture.status()).isEqualTo(201);
    assertThat(capture.at("/status")).isEqualTo("pending");
    String path = "/v2/payments/" + id + "/captures/" + capture.at("/id");
    assertThat(merchant.get(path).at("/status")).isEqualTo("succeeded");
    assertThat(merchant.get(path + "?embed=payment").at("/_embedded/payment/id")).isEqualTo(id);

    Reply paid = merchant.payment(id);
    assertThat(paid.at("/status")).isEqualTo("paid");
    assertThat(paid.at("/amountCaptured/value")).isEqualTo("10.00");
    assertThat(paid.at("/amountRemaining/value")).isEqualTo("10.00");
    assertThat(merchant.capture(id, "1.00").status()).isEqualTo(422);
    assertThat(merchant.get("/v2/payments/" + id + "/captures").at("/count")).isEqualTo("1");
    assertThat(mollie.book().standings().getFirst().net()).isEqualTo(1000);
    assertThat(mollie.book().standings().getFirst().held()).isZero();
    assertThat(mollie.book().faults()).isEmpty();
  }

  @Test
  void a_hold_can_be_released_captured_late_or_forgotten() throws IOException {
    String released = merchant.open(MANUAL);
    String canceled = merchant.open(MANUAL, "\"description\":\"Order 2\"");
    String late = merchant.open(MANUAL, "\"description\":\"Order 3\"");
    String forgotten = merchant.open(MANUAL, "\"description\":\"Order 4\"");
    String delayed =
        merchant.open(
            "\"method\":\"creditcard\"",
            "\"captureDelay\":\"2 days\"",
            "\"description\":\"Order 5\"");
    List.of(released, canceled, late, forgotten, delayed).forEach(mollie.payers()::pay);

    Reply accepted = merchant.post("/v2/payments/" + released + "/release-authorization", "");
    assertThat(accepted.status()).isEqualTo(202);
    assertThat(merchant.payment(released).at("/status")).isEqualTo("canceled");
    assertThat(merchant.delete("/v2/payments/" + canceled).at("/status")).isEqualTo("canceled");

    mollie.advance(Duration.ofDays(8));
    assertThat(merchant.payment(delayed).at("/status")).isEqualTo("paid");
    merchant.capture(late, "25.00");
    assertThat(
            merchant.get("/v2/payments/" + late + "/captures").at("/_embedded/captures/0/status"))
        .isEqualTo("failed");
    assertThat(merchant.payment(late).at("/status")).isEqualTo("failed");

    mollie.advance(Duration.ofDays(30));
    assertThat(merchant.payment(forgotten).at("/status")).isEqualTo("expired");
    assertThat(mollie.book().standings())
        .extracting(Ledger.Standing::net, Ledger.Standing::held)
        .containsExactly(
            tuple(0L, 0L), tuple(0L, 0L), tuple(0L, 0L), tuple(0L, 0L), tuple(2500L, 0L));
  }

  @Test
  void refunds_never_exceed_the_paid_amount() throws IOException {
    String id = merchant.open();
    assertThat(merchant.refund(id, "1.00").status()).isEqualTo(422);
    mollie.payers().pay(id);
    String refunds = "/v2/payments/" + id + "/refunds";

    assertThat(merchant.refund(id, "25.01").at("/detail")).contains("higher than the maximum");
    assertThat(merchant.post(refunds, "{}").at("/field")).isEqualTo("amount");
    Reply first = merchant.refund(id, "10.00");
    assertThat(first.status()).isEqualTo(201);
    assertThat(first.at("/status")).isEqualTo("pending");
    Reply duplicate = merchant.refund(id, "10.00");
    assertThat(duplicate.status()).isEqualTo(409);
    assertThat(duplicate.at("/detail")).isEqualTo("A duplicate refund has been detected");
    Reply second = merchant.refund(id, "15.00");
    assertThat(merchant.payment(id).at("/amountRemaining/value")).isEqualTo("0.00");
    assertThat(mollie.book().standings().getFirst().net()).isZero();

    String cancel = refunds + "/" + second.at("/id");
    assertThat(merchant.delete(cancel).status()).isEqualTo(204);
    assertThat(merchant.get(cancel).at("/status")).isEqualTo("canceled");
    mollie.advance(Duration.ofHours(2));
    String path = refunds + "/" + first.at("/id");
    assertThat(merchant.get(path).at("/status")).isEqualTo("processing");
    assertThat(merchant.delete(path).status()).isEqualTo(422);
    mollie.advance(Duration.ofDays(1));
    assertThat(merchant.get(path).at("/status")).isEqualTo("refunded");
    assertThat(merchant.refund(id, "10.00").status()).isEqualTo(201);

    mollie.payers().failRefund(first.at("/id"));
    assertThat(merchant.get(path).at("/status")).isEqualTo("failed");
    assertThat(merchant.get("/v2/refunds?embed=payment").at("/count")).isEqualTo("3");
    assertThat(merchant.get(refunds).at("/_embedded/refunds/2/status")).isEqualTo("failed");
    assertThat(mollie.book().standings().getFirst().net()).isEqualTo(1500);
    assertThat(mollie.book().faults()).isEmpty();
  }

  @Test
  void refunds_are_queued_while_the_balance_is_too_low() throws IOException {
    String id = merchant.open();
    mollie.payers().pay(id);
    mollie.staff().lackBalance(true);
    String path = "/v2/payments/" + id + "/refunds/" + merchant.refund(id, "10.00").at("/id");
    mollie.advance(Duration.ofDays(1));
    assertThat(merchant.get(path).at("/status")).isEqualTo("queued");

    mollie.staff().lackBalance(false);
    mollie.advance(Duration.ofHours(2));
    assertThat(merchant.get(path).at("/status")).isEqualTo("processing");
  }

  @Test
  void a_chargeback_takes_the_money_until_it_is_reversed() throws IOException {
    String id = merchant.open();
    mollie.payers().pay(id);
    String chargeback = mollie.payers().chargeBack(id, Optional.of("20.00"));

    Reply payment = merchant.get("/v2/payments/" + id + "?embed=chargebacks");
    assertThat(payment.at("/status")).isEqualTo("paid");
    assertThat(payment.at("/amountChargedBack/value")).isEqualTo("20.00");
    assertThat(payment.at("/_embedded/chargebacks/0/id")).isEqualTo(chargeback);
    assertThat(mollie.book().standings().getFirst().net()).isEqualTo(500);

    mollie.payers().reverseChargeback(chargeback);
    String path = "/v2/payments/" + id + "/chargebacks";
    assertThat(merchant.get(path + "/" + chargeback).at("/reversedAt")).isNotEmpty();
    assertThat(merchant.get(path).at("/count")).isEqualTo("1");
    assertThat(merchant.get("/v2/chargebacks").at("/count")).isEqualTo("1");
    assertThat(mollie.book().standings().getFirst().net()).isEqualTo(2500);
  }

  @Test
  void lists_have_pages_with_links_to_the_next_and_the_previous_one() throws IOException {
    var ids = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      ids.addFirst(merchant.open());
    }
    Reply first = merchant.get("/v2/payments?limit=2");
    assertThat(first.at("/count")).isEqualTo("2");
    assertThat(first.at("/_embedded/payments/0/id")).isEqualTo(ids.get(0));
    assertThat(first.json().at("/_links/previous").isNull()).isTrue();

    Reply second = follow(first, "next");
    assertThat(second.at("/_embedded/payments/0/id")).isEqualTo(ids.get(2));
    Reply third = follow(second, "next");
    assertThat(third.at("/_embedded/payments/0/id")).isEqualTo(ids.get(4));
    assertThat(third.json().at("/_links/next").isNull()).isTrue();
    assertThat(follow(second, "previous").at("/_embedded/payments/0/id")).isEqualTo(ids.get(0));
    assertThat(merchant.get("/v2/payments?sort=asc&limit=1").at("/_embedded/payments/0/id"))
        .isEqualTo(ids.get(4));

    assertThat(merchant.get("/v2/payments?from=tr_none").at("/field")).isEqualTo("from");
    assertThat(merchant.get("/v2/payments?limit=251").status()).isEqualTo(400);
  }

  private Reply follow(Reply page, String link) throws IOException {
    return merchant.get(
        page.at("/_links/" + link + "/href").substring(mollie.url().toString().length()));
  }

  @Test
  void a_payment_can_be_updated_until_it_is_final() throws IOException {
    String id = merchant.open();
    Reply changed =
        merchant.patch("/v2/payments/" + id, "{\"description\":\"Order 2\",\"method\":\"ideal\"}");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.at("/description")).isEqualTo("Order 2");
    assertThat(changed.at("/method")).isEqualTo("ideal");
    assertThat(merchant.patch("/v2/payments/" + id, "{\"method\":\"eps\"}").at("/field"))
        .isEqualTo("method");

    mollie.payers().pay(id);
    assertThat(
            merchant
                .patch("/v2/payments/" + id, "{\"redirectUrl\":\"https://shop.example/x\"}")
                .at("/field"))
        .isEqualTo("redirectUrl");
    assertThat(merchant.patch("/v2/payments/" + id, "{\"metadata\":\"m\"}").at("/metadata"))
        .isEqualTo("m");
  }

  @Test
  void an_invalid_field_is_named() throws IOException {
    for (List<String> wrong :
        List.of(
            List.of("description", "\"description\":\"\""),
            List.of("redirectUrl", "\"redirectUrl\":null"),
            List.of("redirectUrl", "\"redirectUrl\":\"done\""),
            List.of("amount.value", "\"amount\":{\"currency\":\"EUR\",\"value\":\"10.0\"}"),
            List.of("amount.value", "\"amount\":{\"currency\":\"EUR\",\"value\":10}"),
            List.of("amount.value", "\"amount\":{\"currency\":\"JPY\",\"value\":\"10.00\"}"),
            List.of("amount.currency", "\"amount\":{\"currency\":\"XXX\",\"value\":\"10.00\"}"),
            List.of("amount", "\"amount\":{\"currency\":\"EUR\",\"value\":\"0.00\"}"),
            List.of("amount", "\"amount\":{\"currency\":\"EUR\",\"value\":\"60000.00\"}", "ideal"),
            List.of("method", "\"method\":\"cash\""),
            List.of("method", "\"amount\":{\"currency\":\"USD\",\"value\":\"9.00\"}", "ideal"),
            List.of("captureMode", "\"captureMode\":\"manual\"", "ideal"),
            List.of("captureDelay", "\"captureDelay\":\"8 days\""),
            List.of("locale", "\"locale\":\"xx_XX\""),
            List.of("metadata", "\"metadata\":\"" + "x".repeat(1100) + "\""),
            List.of("webhookUrl", "\"webhookUrl\":\"ftp://shop.example\""),
            List.of("customerId", "\"customerId\":\"cst_none\""),
            List.of("customerId", "\"sequenceType\":\"first\""),
            List.of("testmode", "\"testmode\":true"),
            List.of("lines", "\"lines\":[" + line("24.00", "24.00") + "]"),
            List.of("lines.0.totalAmount", "\"lines\":[" + line("25.00", "24.00") + "]"))) {
      String method = wrong.size() < 3 ? "\"locale\":\"en_US\"" : method(wrong.get(2));
      Reply rejected = merchant.post("/v2/payments", Merchant.order(method, wrong.get(1)));
      assertThat(rejected.status()).as("%s", wrong).isEqualTo(422);
      assertThat(rejected.at("/field")).as("%s", wrong).isEqualTo(wrong.getFirst());
    }
    assertThat(merchant.open("\"lines\":[" + line("25.00", "25.00") + "]")).isNotEmpty();
    assertThat(merchant.post("/v2/payments", "{").status()).isEqualTo(400);
    assertThat(merchant.form("/v2/payments", "a=b").status()).isEqualTo(401);
    assertThat(merchant.get("/v2/payments?testmode=true").at("/field")).isEqualTo("testmode");
  }

  private static String method(String name) {
    return "\"method\":\"" + name + "\"";
  }

  private static String line(String price, String total) {
    String amount = "{\"currency\":\"EUR\",\"value\":\"%s\"}";
    return "{\"description\":\"Tea\",\"quantity\":1,\"unitPrice\":%s,\"totalAmount\":%s}"
        .formatted(amount.formatted(price), amount.formatted(total));
  }

  @Test
  void amounts_have_the_decimals_of_their_currency() throws IOException {
    String id =
        merchant.open("\"amount\":{\"currency\":\"JPY\",\"value\":\"1500\"}", method("creditcard"));
    mollie.payers().pay(id);
    assertThat(merchant.payment(id).at("/amountRemaining/value")).isEqualTo("1500");
    assertThat(mollie.book().standings().getFirst().captured()).isEqualTo(1500);
  }

  @Test
  void a_key_is_required_and_sees_only_its_own_mode() throws IOException {
    String id = merchant.open();
    var live = new Merchant(mollie, MollieEmulator.LIVE_KEY);

    Reply rejected = new Merchant(mollie, "").payment(id);
    assertThat(rejected.status()).isEqualTo(401);
    assertThat(rejected.at("/title")).isEqualTo("Unauthorized Request");
    assertThat(rejected.at("/_links/documentation/type")).isEqualTo("text/html");
    assertThat(new Merchant(mollie, "test_another").payment(id).status()).isEqualTo(401);
    assertThat(live.payment(id).status()).isEqualTo(404);
    assertThat(live.get("/v2/payments").at("/count")).isEqualTo("0");
    assertThat(live.open()).isNotEqualTo(id);
    assertThat(merchant.get("/v2/nothing").status()).isEqualTo(404);
    assertThat(merchant.patch("/v2/payments", "{}").status()).isEqualTo(405);
    mollie.removeKey(MollieEmulator.TEST_KEY);
    assertThat(merchant.payment(id).status()).isEqualTo(401);
  }

  @Test
  void the_profile_and_its_methods_show_whether_a_key_works() throws IOException {
    assertThat(merchant.get("/v2/profiles/me").at("/status")).isEqualTo("verified");
    assertThat(merchant.get("/v2/organizations/me").status()).isEqualTo(403);
    assertThat(merchant.get("/v2/permissions").status()).isEqualTo(403);
    assertThat(merchant.get("/v2/methods").at("/count")).isEqualTo("7");
    assertThat(merchant.get("/v2/methods?sequenceType=first").at("/count")).isEqualTo("5");
    assertThat(
            merchant
                .get(
                    "/v2/methods?amount[value]=9.00&amount[currency]=USD"
                        .replace("[", "%5B")
                        .replace("]", "%5D"))
                .at("/count"))
        .isEqualTo("2");
    assertThat(merchant.get("/v2/methods/ideal").at("/maximumAmount/value")).isEqualTo("50000.00");

    mollie.setMethods(Set.of(Method.IDEAL));
    assertThat(merchant.get("/v2/methods").at("/_embedded/methods/0/id")).isEqualTo("ideal");
    assertThat(merchant.get("/v2/methods/eps").status()).isEqualTo(404);
    assertThat(merchant.post("/v2/payments", Merchant.order(method("eps"))).status())
        .isEqualTo(422);
  }

  @Test
  void a_debit_is_pending_until_it_is_collected_or_returned() throws IOException {
    String good = merchant.open(method("directdebit"));
    String bad = merchant.open(method("directdebit"), "\"description\":\"Order 2\"");
    mollie.payers().pay(good);
    mollie.payers().pay(bad);
    assertThat(merchant.payment(good).at("/status")).isEqualTo("pending");

    mollie.payers().resolve(good, true);
    mollie.payers().resolve(bad, false);

    assertThat(merchant.payment(bad).at("/details/bankReasonCode")).isEqualTo("AM04");
    assertThat(mollie.book().standings())
        .extracting(Ledger.Standing::net)
        .containsExactly(2500L, 0L);
    assertThat(mollie.book().faults()).isEmpty();
  }
}
