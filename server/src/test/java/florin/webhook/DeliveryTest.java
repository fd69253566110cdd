package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.stripe.exception.SignatureVerificationException;
import florin.payment.execution.CrashPoint;
import florin.testing.Records;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.webhook.Receiver.Got;
import florin.webhook.Receiver.Reaction;
import florin.webhook.WebhookModule.WebhookSettings;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Events as merchants receive them, with the complete service and a merchant's server. */
@TestInstance(Lifecycle.PER_CLASS)
class DeliveryTest {
  private static final long TOLERANCE_SECONDS = 300;

  /** A schedule with three immediate retries. */
  private static final RetrySchedule HURRIED =
      new RetrySchedule(List.of(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(1)));

  private final Receiver receiver = new Receiver();
  private TestApp florin;

  private record Endpoint(String id, String secret, String path) {}

  @BeforeAll
  void open() {
    florin =
        TestApp.open(
            CrashPoint.NONE,
            usual ->
                Records.with(
                    usual,
                    "webhooks",
                    new WebhookSettings(List.of(), 10, 100, HURRIED, Duration.ofDays(30))));
  }

  @AfterAll
  void close() {
    florin.close();
    receiver.close();
  }

  @Test
  void an_event_is_delivered_with_its_stored_bytes() {
    Endpoint endpoint = endpoint("/bytes", "customer.created");
    Reply customer = florin.post("/v2/customers", "{\"name\": \"Jo M\u00e4rz\"}", "a-key");

    Got got = awaitOne(endpoint);
    assertThat(got.body()).isEqualTo(florin.get("/v2/events/" + got.id()).body());
    assertThat(got.type()).isEqualTo("customer.created");
    assertThat(got.json().at("/data/object/id").asString("")).isEqualTo(customer.text("/id"));
    assertThat(got.header("content-type")).startsWith("application/json");
    assertThat(got.header("user-agent")).startsWith("Florin");
  }

  @Test
  void both_families_of_verifiers_accept_the_signature_and_no_other_secret() throws Exception {
    Endpoint endpoint = endpoint("/verified", "customer.created");
    florin.post("/v2/customers", "{\"name\": \"\u00c5sa\"}");

    Got got = awaitOne(endpoint);
    assertVerifies(got, endpoint.secret());
    String other = "whsec_" + "a".repeat(44);
    assertThatThrownBy(() -> verifyStripe(got, other))
        .isInstanceOf(SignatureVerificationException.class);
    assertThatThrownBy(() -> verifyStandard(got, other))
        .isInstanceOf(WebhookVerificationException.class);
  }

  @Test
  void during_a_rotations_overlap_both_secrets_verify_and_afterwards_only_the_new_one()
      throws Exception {
    Endpoint endpoint = endpoint("/rotated", "customer.created");
    Reply rotated = rotate(endpoint, 3600);
    String fresh = rotated.text("/secret");
    assertThat(fresh).isNotEqualTo(endpoint.secret());
    florin.post("/v2/customers", "{}");

    Got during = awaitOne(endpoint);
    assertVerifies(during, endpoint.secret());
    assertVerifies(during, fresh);

    florin.update(
        "UPDATE webhook_endpoint SET old_secret_expires_at = now() - interval '1 second' WHERE url = ?",
        receiver.url("/rotated"));
    florin.post("/v2/customers", "{}");
    within().until(() -> receiver.at("/rotated").size() == 2);
    Got after = receiver.at("/rotated").getLast();
    assertVerifies(after, fresh);
    assertThatThrownBy(() -> verifyStripe(after, endpoint.secret()))
        .isInstanceOf(SignatureVerificationException.class);
    assertThatThrownBy(() -> verifyStandard(after, endpoint.secret()))
        .isInstanceOf(WebhookVerificationException.class);
  }

  @Test
  void a_rotation_without_overlap_ends_the_old_secret_immediately() throws Exception {
    Endpoint endpoint = endpoint("/cut", "customer.created");
    String fresh = rotate(endpoint, 0).text("/secret");
    florin.post("/v2/customers", "{}");

    Got got = awaitOne(endpoint);
    assertVerifies(got, fresh);
    assertThatThrownBy(() -> verifyStripe(got, endpoint.secret()))
        .isInstanceOf(SignatureVerificationException.class);
  }

  @Test
  void an_endpoint_receives_only_its_chosen_types() {
    Endpoint failures = endpoint("/failures", "payment.failed", "payment.succeeded");
    Endpoint all = endpoint("/everything", "*");
    florin.post("/v2/customers", "{}");
    florin.post("/v2/payments", TestApp.payment(700, "4000000000000002"));

    within()
        .until(() ->
            receiver.at(all.path()).stream().anyMatch(g -> g.type().equals("payment.failed")));
    within().until(() -> receiver.at(failures.path()).size() == 1);
    assertThat(receiver.at(failures.path()).getFirst().type()).isEqualTo("payment.failed");
    assertThat(receiver.at(all.path())).extracting(Got::type).contains("customer.created");
  }

  @Test
  void a_failed_delivery_is_retried_with_a_new_signature_and_the_same_id() throws Exception {
    Endpoint endpoint = endpoint("/recovers", "customer.created");
    receiver.answer("/recovers", _ -> Reaction.of(receiver.at("/recovers").size() < 3 ? 500 : 204));
    florin.post("/v2/customers", "{}");

    within().until(() -> statuses(endpoint).equals(List.of("delivered")));
    List<Got> got = receiver.at("/recovers");
    assertThat(got).hasSize(3).extracting(Got::id).containsOnly(got.getFirst().id());
    assertVerifies(got.getLast(), endpoint.secret());
    Reply log = deliveries(endpoint);
    assertThat(log.texts("/data/0/attempts", "result"))
        .containsExactly("refused", "refused", "delivered");
    assertThat(log.texts("/data/0/attempts", "response_status"))
        .containsExactly("500", "500", "204");
  }

  @Test
  void a_delivery_that_always_fails_is_exhausted_listed_and_can_be_resent() {
    Endpoint endpoint = endpoint("/stubborn", "customer.created");
    receiver.answer(
        "/stubborn",
        _ -> new Reaction(404, "no such \u0000 page".repeat(1000), Map.of("X-Shop", "closed")));
    florin.post("/v2/customers", "{}");

    within().until(() -> statuses(endpoint).equals(List.of("exhausted")));
    assertThat(receiver.at("/stubborn")).hasSize(HURRIED.pauses().size() + 1);
    Reply log =
        florin.get("/v2/webhook_endpoints/" + endpoint.id() + "/deliveries?status=exhausted");
    assertThat(log.texts("/data", "status")).containsExactly("exhausted");
    assertThat(log.text("/data/0/attempts/0/response_body"))
        .startsWith("no such \ufffd page")
        .hasSizeLessThanOrEqualTo(4096);
    assertThat(log.texts("/data/0/attempts/0/response_headers", "name")).contains("X-shop");
    assertThat(
            florin
                .get("/v2/webhook_endpoints/" + endpoint.id() + "/deliveries?status=pending")
                .texts("/data", "id"))
        .isEmpty();

    receiver.answer("/stubborn", 200);
    String event = log.text("/data/0/event");
    Reply resent =
        florin.post(
            "/v2/events/" + event + "/resend", "{\"webhook_endpoint\": \"" + endpoint.id() + "\"}");
    assertThat(resent.status()).isEqualTo(200);
    assertThat(resent.text("/id")).isEqualTo(event);
    within().until(() -> statuses(endpoint).equals(List.of("delivered")));
    assertThat(
            florin
                .get("/v2/events/" + event + "/deliveries?status=delivered")
                .texts("/data", "webhook_endpoint"))
        .contains(endpoint.id());
  }

  @Test
  void a_receiver_that_asks_for_a_longer_pause_gets_it_in_every_format() {
    String inSixHours =
        ZonedDateTime.now(ZoneOffset.UTC)
            .plusHours(6)
            .format(DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.ROOT));
    for (String asked : List.of("21600", inSixHours, "9".repeat(30))) {
      Endpoint endpoint = endpoint("/busy/" + asked.length(), "customer.created");
      receiver.answer(endpoint.path(), _ -> new Reaction(503, "", Map.of("Retry-After", asked)));
      florin.post("/v2/customers", "{}");

      within()
          .until(() ->
              florin
                      .query(
                          """
                          SELECT d.id
                            FROM delivery d
                            JOIN webhook_endpoint e ON e.id = d.endpoint_id
                           WHERE e.url = ? AND d.attempts = 1 AND d.status = 'pending'
                             AND d.due_at BETWEEN now() + interval '5 hours' AND now() + interval '25 hours'
                          """,
                          receiver.url(endpoint.path()))
                      .size()
                  == 1);
    }
  }

  @Test
  void a_secret_is_stored_encrypted_only_and_a_repetition_shows_it_again() {
    String body =
        "{\"url\": \"" + receiver.url("/secret") + "\", \"enabled_events\": [\"refund.failed\"]}";
    Reply first = florin.post("/v2/webhook_endpoints", body, "secret");
    Reply again = florin.post("/v2/webhook_endpoints", body, "secret");

    assertThat(again.isReplay()).isTrue();
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(
            florin.query(
                "SELECT body FROM idempotency WHERE body IS NOT NULL UNION ALL SELECT secret FROM webhook_endpoint"))
        .isNotEmpty()
        .noneMatch(stored -> stored.contains(first.text("/secret")));
  }

  @Test
  void a_redirect_is_not_followed() {
    Endpoint endpoint = endpoint("/moved", "customer.created");
    receiver.answer(
        "/moved", _ -> new Reaction(302, "", Map.of("Location", receiver.url("/elsewhere"))));
    florin.post("/v2/customers", "{}");

    within().until(() -> statuses(endpoint).equals(List.of("exhausted")));
    assertThat(receiver.at("/elsewhere")).isEmpty();
  }

  @Test
  void an_endpoint_that_is_gone_is_disabled_and_a_replay_sends_the_missed_events() {
    Endpoint endpoint = endpoint("/gone", "customer.created");
    receiver.answer("/gone", 410);
    florin.post("/v2/customers", "{}");
    within().until(() -> statuses(endpoint).equals(List.of("canceled")));
    Reply disabled = florin.get("/v2/webhook_endpoints/" + endpoint.id());
    assertThat(disabled.text("/status")).isEqualTo("disabled");
    assertThat(disabled.text("/disabled_reason")).isEqualTo("gone");
    String missed = florin.post("/v2/customers", "{}").text("/id");
    String path = "/v2/webhook_endpoints/" + endpoint.id();
    assertThat(florin.post(path + "/replay", "{\"since\": 0}").status()).isEqualTo(400);
    assertThat(florin.post(path + "/test", "{}").status()).isEqualTo(400);

    receiver.answer("/gone", 200);
    assertThat(florin.post(path, "{\"status\": \"enabled\"}").text("/status")).isEqualTo("enabled");
    assertThat(florin.post(path + "/replay", "{\"since\": 0}").status()).isEqualTo(200);

    within()
        .until(() ->
            receiver.at("/gone").stream()
                .anyMatch(got -> got.json().at("/data/object/id").asString("").equals(missed)));
    within().until(() -> statuses(endpoint).stream().allMatch("delivered"::equals));
    int delivered = receiver.at("/gone").size();
    florin.post(path + "/replay", "{\"since\": 0}");
    within()
        .until(() ->
            florin
                .query("SELECT id FROM webhook_endpoint WHERE replay_after IS NOT NULL")
                .isEmpty());
    assertThat(statuses(endpoint)).containsOnly("delivered");
    assertThat(receiver.at("/gone")).hasSize(delivered);
  }

  @Test
  void a_test_event_goes_only_to_its_endpoint() {
    Endpoint tested = endpoint("/tested", "payment.failed");
    Endpoint other = endpoint("/untested", "*");
    Reply event = florin.post("/v2/webhook_endpoints/" + tested.id() + "/test", "{}");
    assertThat(event.text("/type")).isEqualTo("webhook_endpoint.test");
    assertThat(florin.get("/v2/events?object_id=" + tested.id()).texts("/data", "id"))
        .containsExactly(event.text("/id"));

    Got got = awaitOne(tested);
    assertThat(got.body()).isEqualTo(event.body());
    assertThat(got.json().at("/data/object/secret").isMissingNode()).isTrue();
    assertThat(
            florin
                .get("/v2/events/" + event.text("/id") + "/deliveries")
                .texts("/data", "webhook_endpoint"))
        .containsExactly(tested.id());
    assertThat(receiver.at(other.path(), "webhook_endpoint.test")).isEmpty();
  }

  @Test
  void a_deleted_endpoint_receives_nothing() {
    Endpoint endpoint = endpoint("/deleted", "customer.created");
    receiver.answer("/deleted", 500);
    florin.post("/v2/customers", "{}");
    within().until(() -> !receiver.at("/deleted").isEmpty());
    assertThat(
            florin
                .client()
                .send(
                    florin
                        .client()
                        .request("/v2/webhook_endpoints/" + endpoint.id())
                        .DELETE()
                        .build())
                .bool("/deleted"))
        .isTrue();

    within()
        .until(() ->
            florin
                .query(
                    "SELECT id FROM delivery WHERE endpoint_id NOT IN (SELECT id FROM webhook_endpoint) AND status = 'pending'")
                .isEmpty());
    assertThat(florin.get("/v2/webhook_endpoints/" + endpoint.id()).status()).isEqualTo(404);
  }

  @Test
  void an_endpoint_that_failed_for_days_is_disabled() {
    Endpoint endpoint = endpoint("/failing", "customer.created");
    receiver.answer("/failing", 404);
    florin.update(
        "UPDATE webhook_endpoint SET failures = 19, failing_since = now() - interval '6 days' WHERE url = ?",
        receiver.url("/failing"));
    florin.post("/v2/customers", "{}");

    within()
        .until(() ->
            florin
                .get("/v2/webhook_endpoints/" + endpoint.id())
                .text("/disabled_reason")
                .equals("failing"));
  }

  @Test
  void a_success_resets_the_earlier_failures() {
    Endpoint endpoint = endpoint("/revives", "customer.created");
    florin.update(
        "UPDATE webhook_endpoint SET failures = 19, failing_since = now() - interval '6 days' WHERE url = ?",
        receiver.url("/revives"));
    florin.post("/v2/customers", "{}");

    within()
        .until(() ->
            florin
                .query(
                    "SELECT failures::text FROM webhook_endpoint WHERE url = ? AND failing_since IS NULL",
                    receiver.url("/revives"))
                .equals(List.of("0")));
    assertThat(florin.get("/v2/webhook_endpoints/" + endpoint.id()).text("/status"))
        .isEqualTo("enabled");
  }

  private Endpoint endpoint(String path, String... events) {
    String names = Stream.of(events).map(e -> "\"" + e + "\"").collect(Collectors.joining(", "));
    Reply reply =
        florin.post(
            "/v2/webhook_endpoints",
            "{\"url\": \"" + receiver.url(path) + "\", \"enabled_events\": [" + names + "]}");
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return new Endpoint(reply.text("/id"), reply.text("/secret"), path);
  }

  private Reply rotate(Endpoint endpoint, int expiresIn) {
    return florin.post(
        "/v2/webhook_endpoints/" + endpoint.id() + "/rotate_secret",
        "{\"expires_in\": " + expiresIn + "}");
  }

  private Reply deliveries(Endpoint endpoint) {
    return florin.get("/v2/webhook_endpoints/" + endpoint.id() + "/deliveries?limit=100");
  }

  private List<String> statuses(Endpoint endpoint) {
    return deliveries(endpoint).texts("/data", "status");
  }

  private Got awaitOne(Endpoint endpoint) {
    within().until(() -> !receiver.at(endpoint.path()).isEmpty());
    return receiver.at(endpoint.path()).getFirst();
  }

  private static ConditionFactory within() {
    return await().pollInterval(Duration.ofMillis(20)).atMost(Duration.ofSeconds(30));
  }

  private static void assertVerifies(Got got, String secret) throws Exception {
    verifyStripe(got, secret);
    verifyStandard(got, secret);
  }

  private static void verifyStripe(Got got, String secret) throws Exception {
    com.stripe.net.Webhook.Signature.verifyHeader(
        got.body(), got.header("service-signature"), secret, TOLERANCE_SECONDS);
  }

  private static void verifyStandard(Got got, String secret) throws Exception {
    var headers =
        Stream.of("webhook-id", "webhook-timestamp", "webhook-signature")
            .collect(Collectors.toMap(name -> name, name -> List.of(got.header(name))));
    new Webhook(secret).verify(got.body(), HttpHeaders.of(headers, (_, _) -> true));
  }
}
