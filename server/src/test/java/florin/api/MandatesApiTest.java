package florin.api;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import florin.core.Id.MandateId;
import florin.db.Db;
import florin.payment.execution.CrashPoint;
import florin.payment.execution.CrashPoint.Step;
import florin.testing.Reply;
import florin.testing.SimulatedCrash;
import florin.testing.TestApp;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Mandates, and charges of a saved card without the cardholder, as an integrator sees them. */
class MandatesApiTest extends WithPaymentMethods {
  private static final String PER_MANDATE = "4000002500003155";
  private static final String ALWAYS = "4000002760003184";

  private static final String TRANSACTION = "f25084f0-5b16-4c0a-ae5d-b24808a95e4b";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String CONSENT =
      """
          "mandate": {"text": "I agree that Shop charges my card each month.", "ip_address": "203.0.113.7",
                  "user_agent": "a browser", "accepted_at": 1700000000},\
      """;
  private static final String OFF_SESSION = "\"off_session\": true, \"reason\": \"recurring\", ";

  @Test
  void a_payment_that_saves_a_card_with_consent_gives_a_mandate() {
    Reply paid = payWith(card(GOOD), saving(customer()) + CONSENT);
    assertThat(paid.status()).as(paid.body()).isEqualTo(200);
    String method = paid.text("/payment_method/id");

    Reply mandate = florin.get("/v2/mandates/" + mandateOf(method));
    assertThat(mandate.text("/status")).isEqualTo("active");
    assertThat(mandate.text("/payment_method")).isEqualTo(method);
    assertThat(mandate.text("/payment")).isEqualTo(paid.text("/id"));
    assertThat(mandate.text("/text")).isEqualTo("I agree that Shop charges my card each month.");
    assertThat(mandate.text("/text_sha256"))
        .isEqualTo("5912e27c918d1259c25c688efdc08b2409a41e0597d6fe8a037197210360d01a");
    assertThat(mandate.number("/accepted_at")).isEqualTo(1_700_000_000);
    assertThat(mandate.text("/ip_address")).isEqualTo("203.0.113.7");
    assertThat(mandate.text("/user_agent")).isEqualTo("a browser");
    assertThat(mandate.text("/network_transaction_id")).matches("[0-9]{15}");
    assertThat(mandate.has("/three_d_secure")).isFalse();
    assertThat(events(mandate.text("/id"))).containsExactly("mandate.created");
    assertThat(florin.get("/v2/mandates?payment_method=" + method).texts("/data", "id"))
        .containsExactly(mandate.text("/id"));
  }

  @ParameterizedTest
  @CsvSource({"recurring", "unscheduled", "installment"})
  void a_card_with_a_mandate_is_charged_without_its_holder(String reason) {
    String method = saved(GOOD);

    Reply charged = pay(method, "\"off_session\": true, \"reason\": \"" + reason + "\", ");

    assertThat(charged.status()).as(charged.body()).isEqualTo(200);
    assertThat(charged.text("/status")).isEqualTo("succeeded");
    assertThat(charged.text("/initiated_by")).isEqualTo("merchant");
    assertThat(charged.text("/reason")).isEqualTo(reason);
    assertThat(charged.text("/mandate")).isEqualTo(mandateOf(method));
    assertThat(florin.get("/v2/payments/" + charged.text("/id")).body()).isEqualTo(charged.body());
  }

  @Test
  void a_payment_with_its_payer_present_is_initiated_by_the_payer() {
    Reply paid = payWith(card(GOOD), "");
    assertThat(paid.text("/initiated_by")).isEqualTo("payer");
    assertThat(paid.json().has("mandate")).isFalse();
    assertThat(paid.json().has("reason")).isFalse();
    assertThat(paid.json().has("recovery_url")).isFalse();
  }

  @Test
  void without_an_active_mandate_nothing_is_charged() {
    String customer = customer();
    String attached = method(GOOD);
    attach(attached, customer);
    assertRefused(pay(attached, OFF_SESSION), "has no mandate");

    String revoked = saved(GOOD);
    Reply revocation = florin.post("/v2/mandates/" + mandateOf(revoked) + "/revoke", "{}");
    assertThat(revocation.text("/status")).isEqualTo("revoked");
    assertThat(revocation.text("/revocation_reason")).isEqualTo("requested");
    assertThat(florin.post("/v2/mandates/" + mandateOf(revoked) + "/revoke", "{}").body())
        .isEqualTo(revocation.body());
    assertThat(events(mandateOf(revoked))).containsExactly("mandate.revoked", "mandate.created");
    assertRefused(pay(revoked, OFF_SESSION), "has a revoked mandate");

    String expired = saved(GOOD);
    florin.update("UPDATE mandate SET expires_at = now() - interval '1 second'");
    assertRefused(pay(expired, OFF_SESSION), "has an expired mandate");
    assertThat(florin.get("/v2/mandates/" + mandateOf(expired)).text("/status"))
        .isEqualTo("expired");
  }

  @Test
  void an_issuer_that_asks_for_the_payer_leads_to_a_recovery_page() {
    String method = saved(ALWAYS);
    assertThat(florin.get("/v2/mandates/" + mandateOf(method)).text("/three_d_secure/trans_status"))
        .isEqualTo("Y");

    Reply declined = pay(method, OFF_SESSION);

    assertThat(declined.status()).as(declined.body()).isEqualTo(402);
    assertThat(declined.text("/error/code")).isEqualTo("authentication_required");
    assertThat(declined.text("/error/recovery_url")).contains("/c/");
    Reply payment = florin.get("/v2/payments/" + declined.text("/error/payment"));
    assertThat(payment.text("/status")).isEqualTo("failed");
    assertThat(payment.text("/recovery_url")).isEqualTo(declined.text("/error/recovery_url"));
    Reply sessions = florin.get("/v2/checkout_sessions?limit=1");
    assertThat(sessions.text("/data/0/recovers")).isEqualTo(declined.text("/error/payment"));
    assertThat(sessions.text("/data/0/url")).isEqualTo(declined.text("/error/recovery_url"));
    assertThat(sessions.text("/data/0/status")).isEqualTo("open");
    assertThat(sessions.number("/data/0/amount")).isEqualTo(900);
  }

  @ParameterizedTest
  @CsvSource({
    "4000000000840167, revocation_of_authorization",
    "4000000000840175, revocation_of_all_authorizations"
  })
  void an_issuer_that_reports_a_revocation_revokes_the_mandate(String number, String declineCode) {
    String method = saved(number);

    Reply declined = pay(method, OFF_SESSION);

    assertThat(declined.status()).isEqualTo(402);
    assertThat(declined.text("/error/decline_code")).isEqualTo(declineCode);
    assertThat(declined.text("/error/advice")).isEqualTo("do_not_try_again");
    Reply mandate = florin.get("/v2/mandates/" + mandateOf(method));
    assertThat(mandate.text("/status")).isEqualTo("revoked");
    assertThat(mandate.text("/revocation_reason")).isEqualTo("issuer");
    assertRefused(pay(method, OFF_SESSION), "has a revoked mandate");
  }

  @Test
  void a_decline_leaves_the_mandate_active() {
    String method = saved("4000000000840183");
    assertThat(pay(method, OFF_SESSION).text("/error/decline_code"))
        .isEqualTo("insufficient_funds");
    assertThat(florin.get("/v2/mandates/" + mandateOf(method)).text("/status")).isEqualTo("active");
    assertThat(pay(method, "").text("/status")).isEqualTo("succeeded");
  }

  @Test
  void an_authentication_renews_the_mandate_so_that_the_next_charge_succeeds() {
    String customer = customer();
    Reply first = payWith(card(PER_MANDATE), saving(customer));
    passChallenge(first);
    String method = first.text("/payment_method/id");
    Reply given = pay(method, CONSENT);
    assertThat(given.text("/status")).as(given.body()).isEqualTo("succeeded");
    Reply before = florin.get("/v2/mandates/" + mandateOf(method));
    assertThat(before.has("/three_d_secure")).as("no challenge for this mandate").isFalse();
    assertThat(pay(method, OFF_SESSION).text("/error/code")).isEqualTo("authentication_required");

    passChallenge(pay(method, ""));

    Reply renewed = florin.get("/v2/mandates/" + mandateOf(method));
    assertThat(renewed.text("/id")).isEqualTo(before.text("/id"));
    assertThat(renewed.has("/renewed_at")).isTrue();
    assertThat(renewed.text("/three_d_secure/trans_status")).isEqualTo("Y");
    assertThat(renewed.text("/network_transaction_id"))
        .isNotEqualTo(before.text("/network_transaction_id"));
    assertThat(events(renewed.text("/id"))).containsExactly("mandate.updated", "mandate.created");
    assertThat(pay(method, OFF_SESSION).text("/status")).isEqualTo("succeeded");
  }

  @ParameterizedTest
  @CsvSource({"Y, true", "A, false", "U, false", "none, false"})
  void only_an_authenticated_payer_renews_the_mandate(String transStatus, boolean renews) {
    String method = saved(GOOD);
    String proof =
        "\"three_d_secure\": {\"version\": \"2.2.0\", \"trans_status\": \"%s\"%s}, "
            .formatted(
                transStatus,
                transStatus.equals("U")
                    ? ", \"ds_transaction_id\": \"" + TRANSACTION + "\""
                    : ", \"eci\": \"05\", \"cryptogram\": \"AAABBEg0VhI0VniQEjRWAAAAAAA=\", \"ds_transaction_id\": \""
                        + TRANSACTION
                        + "\"");

    Reply paid = pay(method, transStatus.equals("none") ? "" : proof);

    assertThat(paid.text("/status")).as(paid.body()).isEqualTo("succeeded");
    assertThat(florin.get("/v2/mandates/" + mandateOf(method)).has("/renewed_at"))
        .isEqualTo(renews);
  }

  /** The node died after it committed the first request, when the mandate was active. */
  @Test
  void a_repeated_request_charges_nothing_after_a_revocation() {
    TestApp dying = TestApp.open(SimulatedCrash.at(Step.BEGUN, 2));
    String customer = dying.post("/v2/customers", "{}").text("/id");
    String method =
        dying
            .post("/v2/payments", body(card(GOOD), saving(customer) + CONSENT))
            .text("/payment_method/id");
    String charge = body("\"" + method + "\"", OFF_SESSION);
    assertThatThrownBy(() -> dying.post("/v2/payments", charge, "december"))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(dying.awaitCrash(PATIENCE)).isTrue();
    try (TestApp next = dying.reopen(CrashPoint.NONE)) {
      String mandate = next.get("/v2/payment_methods/" + method).text("/mandate");
      next.post("/v2/mandates/" + mandate + "/revoke", "{}");

      Reply repeated = next.post("/v2/payments", charge, "december");

      assertThat(repeated.text("/error/code")).as(repeated.body()).isEqualTo("processing_error");
      assertThat(next.book()).as("the payment that saved the card").hasSize(1);
    }
  }

  /** The guard in the commit decides, not the state that Florin read before. */
  @Test
  void a_revocation_that_commits_first_keeps_a_concurrent_charge_from_beginning() throws Exception {
    String method = saved(GOOD);
    String mandate = mandateOf(method);
    var charge = new CompletableFuture<Reply>();
    try (var db = new Db(florin.database())) {
      db.transaction(connection -> {
        Db.update(
            connection,
            "UPDATE mandate SET version = version + 1, revoked_at = now(), revocation_reason = 'requested' WHERE id = ?",
            MandateId.KIND.parse(mandate).orElseThrow().uuid());
        Thread.startVirtualThread(() -> charge.complete(pay(method, OFF_SESSION)));
        await().atMost(PATIENCE).until(() -> waitsForLock(db));
        return 0;
      });
      assertRefused(charge.get(PATIENCE.toSeconds(), SECONDS), "has a revoked mandate");
    }
    assertThat(florin.get("/v2/payments?limit=1").text("/data/0/initiated_by")).isEqualTo("payer");
  }

  private static boolean waitsForLock(Db db) {
    return db.list(
                "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
                row -> row.getInt("n"))
            .getFirst()
        > 0;
  }

  @Test
  void a_newer_mandate_replaces_the_older_one() {
    String method = saved(GOOD);
    String older = mandateOf(method);

    pay(method, CONSENT);

    String newer = mandateOf(method);
    assertThat(newer).isNotEqualTo(older);
    assertThat(florin.get("/v2/mandates/" + older).text("/revocation_reason"))
        .isEqualTo("replaced");
    assertThat(florin.get("/v2/mandates?payment_method=" + method).texts("/data", "status"))
        .isEqualTo(List.of("active", "revoked"));
  }

  @Test
  void detaching_a_card_or_deleting_its_customer_revokes_the_mandate() {
    String detached = saved(GOOD);
    florin.post("/v2/payment_methods/" + detached + "/detach", "{}");
    assertThat(florin.get("/v2/mandates/" + mandateOf(detached)).text("/revocation_reason"))
        .isEqualTo("payment_method_detached");

    String customer = customer();
    Reply paid = payWith(card(GOOD), saving(customer) + CONSENT);
    florin.client().send(florin.client().request("/v2/customers/" + customer).DELETE().build());
    Reply mandate = florin.get("/v2/mandates/" + mandateOf(paid.text("/payment_method/id")));
    assertThat(mandate.text("/revocation_reason")).isEqualTo("customer_deleted");
    assertThat(mandate.text("/ip_address")).as("the evidence stays").isEqualTo("203.0.113.7");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "off_session": true, |reason|is required with off_session
          "reason": "recurring", |reason|goes with off_session: true only
          "off_session": true, "reason": "weekly", |reason|must be one of
          "off_session": true, "reason": "recurring", "return_url": "https://shop.example", |return_url|the payer is absent
          "off_session": true, "reason": "recurring", "mandate": {"text": "I agree."}, |mandate|the payer is absent
          "mandate": {}, |mandate.text|is required
          "mandate": {"text": "I agree.", "accepted_at": 4000000000}, |mandate.accepted_at|must not be in the future
          "mandate": {"text": "I agree.", "expires_at": 1000000000}, |mandate.expires_at|must be in the future
          "mandate": {"text": "I agree.", "ip_address": "shop.example"}, |mandate.ip_address|must be an IPv4 or IPv6 address
          "mandate": {"text": "I agree.", "ip_address": "1111:2222:3333:4444:5555:6666:7777:8888%2147483647"}, |mandate.ip_address|must be an IPv4 or IPv6 address
          "mandate": {"text": "I agree.", "ip_address": "[::1]"}, |mandate.ip_address|must be an IPv4 or IPv6 address
          "mandate": {"text": "I agree.", "ip_address": "1"}, |mandate.ip_address|must be an IPv4 or IPv6 address
          "mandate": {"text": " "}, |mandate.text|must have at least one visible character
          """)
  void bad_parameters_are_named(String more, String param, String message) {
    Reply refused = pay(saved(GOOD), more);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/param")).isEqualTo(param);
    assertThat(refused.text("/error/message")).contains(message);
  }

  @Test
  void a_mandate_is_for_a_card_that_is_saved() {
    Reply unsaved = payWith(card(GOOD), CONSENT);
    assertThat(unsaved.status()).isEqualTo(400);
    assertThat(unsaved.text("/error/message")).contains("requires save_payment_method: true");
    Reply unattached = pay(method(GOOD), CONSENT);
    assertThat(unattached.status()).isEqualTo(400);
    assertThat(unattached.text("/error/message")).contains("requires save_payment_method: true");
    Reply absent = payWith(card(GOOD), OFF_SESSION);
    assertThat(absent.status()).isEqualTo(400);
    assertThat(absent.text("/error/param")).isEqualTo("payment_method");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "::1",
        "2001:db8::7",
        "::ffff:203.0.113.7",
        "1111:2222:3333:4444:5555:6666:7777:8888"
      })
  void each_form_of_an_address_is_kept(String address) {
    Reply paid =
        payWith(
            card(GOOD),
            saving(customer())
                + "\"mandate\": {\"text\": \"I agree.\", \"ip_address\": \""
                + address
                + "\"}, ");
    assertThat(paid.text("/status")).as(paid.body()).isEqualTo("succeeded");
    assertThat(
            florin
                .get("/v2/mandates/" + mandateOf(paid.text("/payment_method/id")))
                .has("/ip_address"))
        .isTrue();
  }

  @Test
  void a_bank_transfer_gives_no_mandate() {
    Reply refused = payWith("{\"type\": \"bank_transfer\"}", saving(customer()) + CONSENT);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/param")).isEqualTo("save_payment_method");
  }

  /** Saves a card with a mandate, and passes the challenge if there is one. */
  private String saved(String number) {
    Reply paid = payWith(card(number), saving(customer()) + CONSENT);
    assertThat(paid.status()).as(paid.body()).isEqualTo(200);
    if (paid.text("/status").equals("requires_action")) {
      passChallenge(paid);
    }
    return paid.text("/payment_method/id");
  }

  private void passChallenge(Reply made) {
    assertThat(made.text("/status")).as(made.body()).isEqualTo("requires_action");
    String page = made.text("/next_action/redirect_to_url/url");
    Reply back =
        florin
            .client()
            .send(
                HttpRequest.newBuilder(URI.create(page + "/complete"))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build());
    assertThat(back.status()).as(back.body()).isIn(200, 303);
  }

  private String mandateOf(String method) {
    return florin.get("/v2/payment_methods/" + method).text("/mandate");
  }

  private static String saving(String customer) {
    return "\"customer\": \"" + customer + "\", \"save_payment_method\": true, ";
  }

  private static void assertRefused(Reply refused, String message) {
    assertThat(refused.status()).as(refused.body()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("mandate_required");
    assertThat(refused.text("/error/message")).contains(message);
  }
}
