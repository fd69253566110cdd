package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Reply;
import florin.testing.TestApp;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Finds the part of a signature that is wrong. */
@TestInstance(Lifecycle.PER_CLASS)
class VerificationTest {
  private static final JsonMapper JSON = new JsonMapper();

  private TestApp florin;
  private String secret;
  private String body;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    secret =
        florin
            .post(
                "/v2/webhook_endpoints",
                "{\"url\": \"https://shop.example/\", \"enabled_events\": [\"payment.failed\"]}")
            .text("/secret");
    florin.post("/v2/customers", "{\"name\": \"J\u00f6 March\"}");
    String event = florin.get("/v2/events?limit=1").texts("/data", "id").getFirst();
    body = florin.get("/v2/events/" + event).body();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void a_valid_signature_is_accepted() {
    Reply found = verify(signed(secret, body, now()), body, secret);
    assertThat(found.bool("/valid")).isTrue();
    assertThat(found.has("/problem")).isFalse();
  }

  @Test
  void a_body_that_was_parsed_and_serialized_again_differs_from_a_changed_one() {
    String header = signed(secret, body, now());
    String rewritten = JSON.readTree(body).toPrettyString();
    String changed = body.replace("March", "Bhaer");

    assertProblem(verify(header, rewritten, secret), "body_reserialized");
    assertProblem(verify(header, changed, secret), "body_altered");
  }

  @Test
  void a_wrong_secret_is_named_with_the_endpoint_that_signs() {
    String other = "whsec_" + "b".repeat(44);
    Reply found = verify(signed(secret, body, now()), body, other);

    assertProblem(found, "secret_wrong");
    assertThat(found.text("/signed_by")).startsWith("we_");
    assertProblem(
        verify(signed(other, body, now()), body, "whsec_" + "c".repeat(44)), "secret_wrong");
    assertProblem(
        verify(signed(other, "{}", now()), "{}", "whsec_" + "c".repeat(44)),
        "body_or_secret_wrong");
  }

  @Test
  void a_wrong_clock_is_reported() {
    long old = now() - 3600;
    Reply found = verify(signed(secret, body, old), body, secret);

    assertProblem(found, "timestamp_outside_tolerance");
    assertThat(found.number("/age_seconds")).isBetween(3600L, 3700L);
    assertProblem(
        verify(signed(secret, body, now() + 3600), body, secret), "timestamp_outside_tolerance");
  }

  @Test
  void malformed_headers_and_secrets_are_reported() {
    assertProblem(verify("v1=abc", body, secret), "header_malformed");
    assertProblem(verify(signed(secret, body, now()), body, "whsec_short"), "secret_malformed");
  }

  private static void assertProblem(Reply found, String problem) {
    assertThat(found.status()).as(found.body()).isEqualTo(200);
    assertThat(found.bool("/valid")).isFalse();
    assertThat(found.text("/problem")).isEqualTo(problem);
    assertThat(found.text("/message")).isNotEmpty();
  }

  private Reply verify(String header, String received, String with) {
    ObjectNode question = JSON.createObjectNode();
    question.put("header", header).put("body", received).put("secret", with);
    return florin.post("/v2/webhook_endpoints/verify", question.toString());
  }

  private static String signed(String with, String text, long t) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return "t=" + t + ",v1=" + Signature.serviceMac(new SigningSecret(with), t, bytes);
  }

  private static long now() {
    return Instant.now().getEpochSecond();
  }
}
