package florin.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** A charge that recovers a declined one can succeed only once. */
@TestInstance(Lifecycle.PER_CLASS)
class RepeatedChargesTest {
  private static final String ALWAYS = "4000002760003184";
  private static final String PER_MANDATE = "4000002500003155";

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
  void a_repeated_charge_that_succeeds_completes_the_session() {
    String method = unauthenticated();
    Reply declined = declined(charge(method, ""));
    String first = declined.text("/error/payment");
    authenticate(method);

    Reply repeated = charge(method, repeating(first));

    assertThat(repeated.text("/status")).as(repeated.body()).isEqualTo("succeeded");
    assertThat(repeated.text("/recovers")).isEqualTo(first);
    Reply session = session(declined);
    assertThat(session.text("/status")).isEqualTo("complete");
    assertThat(session.text("/payment")).isEqualTo(repeated.text("/id"));
    assertThat(payer.look(path(declined)).body()).contains("Thank you.");
    assertRefused(
        charge(method, repeating(first)),
        session,
        "is complete: the declined payment has been paid");
    assertRefused(
        charge(method, repeating(repeated.text("/id"))),
        session,
        "is complete: the declined payment has been paid");
  }

  @Test
  void a_payer_who_has_paid_is_not_charged_again() {
    String method = saved(ALWAYS);
    Reply declined = declined(charge(method, ""));
    payer.pay(path(declined), Payer.GOOD);

    assertRefused(
        charge(method, repeating(declined.text("/error/payment"))),
        session(declined),
        "is complete: the declined payment has been paid");
  }

  @Test
  void a_payer_who_is_paying_is_not_charged_again() {
    String method = saved(ALWAYS);
    Reply declined = declined(charge(method, ""));
    payer.submit(path(declined), Map.of("try", "1", "method", "saved", "email", ""));

    Reply session = session(declined);
    assertRefused(
        charge(method, repeating(declined.text("/error/payment"))),
        session,
        "has a payment in progress (%s)".formatted(session.text("/payment")));
  }

  @Test
  void a_repeated_charge_that_is_declined_keeps_the_session_and_its_link() {
    String method = saved(ALWAYS);
    Reply declined = declined(charge(method, ""));
    String first = declined.text("/error/payment");

    Reply second = declined(charge(method, repeating(first)));
    Reply third = declined(charge(method, repeating(second.text("/error/payment"))));

    assertThat(third.text("/error/recovery_url")).isEqualTo(declined.text("/error/recovery_url"));
    assertThat(florin.get("/v2/payments/" + third.text("/error/payment")).text("/recovers"))
        .isEqualTo(first);
    Reply session = session(declined);
    assertThat(session.text("/status")).isEqualTo("open");
    assertThat(session.text("/payment")).isEqualTo(third.text("/error/payment"));
    assertThat(florin.get("/v2/checkout_sessions?limit=1").text("/data/0/id"))
        .isEqualTo(session.text("/id"));
    assertThat(payer.look(path(declined)).body())
        .contains("Your bank asks you to confirm this payment with Visa •••• 3184.")
        .doesNotContain("was declined");
    payer.submit(path(declined), Map.of("try", "3", "method", "saved", "email", ""));
    assertThat(session(declined).text("/payment")).isNotEqualTo(third.text("/error/payment"));
  }

  @Test
  void a_repeated_charge_opens_an_expired_session_again() {
    String method = saved(ALWAYS);
    Reply declined = declined(charge(method, ""));
    Reply expired =
        florin.post("/v2/checkout_sessions/" + session(declined).text("/id") + "/expire", "{}");
    assertThat(expired.text("/status")).isEqualTo("expired");

    declined(charge(method, repeating(declined.text("/error/payment"))));

    assertThat(session(declined).text("/status")).isEqualTo("open");
    payer.pay(path(declined), Payer.GOOD);
    assertThat(session(declined).text("/status")).isEqualTo("complete");
  }

  @Test
  void of_two_repetitions_at_the_same_moment_one_charges() {
    String method = unauthenticated();
    Reply declined = declined(charge(method, ""));
    authenticate(method);
    String repeating = repeating(declined.text("/error/payment"));

    List<CompletableFuture<Reply>> both =
        Stream.generate(() -> CompletableFuture.supplyAsync(() -> charge(method, repeating)))
            .limit(2)
            .toList();

    assertThat(both.stream().map(CompletableFuture::join).map(Reply::status))
        .containsExactlyInAnyOrder(200, 400);
  }

  @Test
  void a_charge_of_another_amount_or_of_another_payment_is_rejected() {
    String method = saved(ALWAYS);
    Reply declined = declined(charge(method, ""));
    String mandate = florin.get("/v2/payment_methods/" + method).text("/mandate");
    String other = florin.get("/v2/mandates/" + mandate).text("/payment");

    Reply more =
        florin.post(
            "/v2/payments",
            body(method, repeating(declined.text("/error/payment"))).replace("900", "901"));
    assertThat(more.text("/error/param")).as(more.body()).isEqualTo("recovers");
    assertThat(more.text("/error/message"))
        .isEqualTo(
            "recovers names a payment of 900 eur. Charge the same amount, or omit recovers for another charge; nothing was charged.");
    assertThat(charge(method, repeating(other)).text("/error/message"))
        .isEqualTo(
            "recovers must be the id of an off_session payment that failed with authentication_required. Nothing was charged.");
    Reply present =
        florin.post(
            "/v2/payments",
            body(method, repeating(declined.text("/error/payment")))
                .replace("\"off_session\": true, \"reason\": \"recurring\",", ""));
    assertThat(present.text("/error/message"))
        .isEqualTo(
            "recovers goes with off_session: true only. Omit it while the payer is present.");
  }

  @Test
  void a_charge_of_another_customer_is_rejected() {
    Reply declined = declined(charge(saved(ALWAYS), ""));
    String ofOther = saved(PER_MANDATE);

    Reply refused = charge(ofOther, repeating(declined.text("/error/payment")));

    assertThat(refused.status()).as(refused.body()).isEqualTo(400);
    assertThat(refused.text("/error/message"))
        .isEqualTo("recovers names a payment of another customer. Nothing was charged.");
    assertThat(session(declined).text("/status")).isEqualTo("open");
  }

  private static void assertRefused(Reply refused, Reply session, String fact) {
    assertThat(refused.status()).as(refused.body()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("checkout_session_unexpected_state");
    assertThat(refused.text("/error/message"))
        .isEqualTo(
            "The checkout session %s %s. Nothing was charged."
                .formatted(session.text("/id"), fact));
  }

  private Reply session(Reply declined) {
    Reply listed = florin.get("/v2/checkout_sessions?limit=100");
    List<String> ids = listed.texts("/data", "id");
    int at = listed.texts("/data", "url").indexOf(declined.text("/error/recovery_url"));
    return florin.get("/v2/checkout_sessions/" + ids.get(at));
  }

  private static String path(Reply declined) {
    return URI.create(declined.text("/error/recovery_url")).getPath();
  }

  private static String repeating(String payment) {
    return ", \"recovers\": \"" + payment + "\"";
  }

  private Reply charge(String method, String more) {
    return florin.post("/v2/payments", body(method, more));
  }

  private static String body(String method, String more) {
    return """
    {"amount": 900, "currency": "eur", "payment_method": "%s", "off_session": true, "reason": "recurring", "description": "Tea"%s}\
    """
        .formatted(method, more);
  }

  private static Reply declined(Reply charge) {
    assertThat(charge.status()).as(charge.body()).isEqualTo(402);
    assertThat(charge.text("/error/code")).isEqualTo("authentication_required");
    return charge;
  }

  /** Saves a card whose mandate was given without an authentication. */
  private String unauthenticated() {
    String method = saved(PER_MANDATE);
    Reply given =
        florin.post(
            "/v2/payments",
            """
            {"amount": 700, "currency": "eur", "payment_method": "%s", "mandate": {"text": "I agree."}}\
            """
                .formatted(method));
    assertThat(given.text("/status")).as(given.body()).isEqualTo("succeeded");
    return method;
  }

  private void authenticate(String method) {
    pass(
        florin.post(
            "/v2/payments",
            """
            {"amount": 700, "currency": "eur", "payment_method": "%s"}\
            """
                .formatted(method)));
  }

  private String saved(String number) {
    Reply paid =
        florin.post(
            "/v2/payments",
            """
            {"amount": 700, "currency": "eur", "customer": "%s", "save_payment_method": true,
             "mandate": {"text": "I agree."}, "payment_method": {"type": "card", "card":
               {"number": "%s", "exp_month": 12, "exp_year": 2040}}}\
            """
                .formatted(florin.post("/v2/customers", "{}").text("/id"), number));
    pass(paid);
    return paid.text("/payment_method/id");
  }

  private void pass(Reply paid) {
    payer.submit(
        URI.create(paid.text("/next_action/redirect_to_url/url")).getPath() + "/complete",
        Map.of());
  }
}
