package florin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends difficult texts in every text field. Florin returns each text unchanged, in the response
 * and in a later GET, or rejects it and names the field.
 */
@TestInstance(Lifecycle.PER_CLASS)
class TextInputTest {
  private static final List<String> TEXTS =
      List.of(
          "plain",
          "",
          " ",
          "  around  ",
          "\t",
          "\n",
          "\r\n",
          "\u0000",
          "a\u0000b",
          "\u0001",
          "\u001b[31m",
          "\u007f",
          "\u0085",
          "\u009f",
          "\u00ad",
          "\u200b",
          "\u200f\u202eright to left",
          "\u2028\u2029",
          "\u2066isolated",
          "\ufeffmark",
          "\ufffd",
          "\ufffe",
          "\uffff",
          "\ud83c",
          "\udf4e",
          "\udf4e\ud83c",
          "a\ud83c",
          "\ud83c\udf4e",
          "\udbff\udfff",
          "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67",
          "Z\u0351\u036b\u0343a\u0329\u035b\u0307l\u0304\u0317g\u0333o",
          "\u0130\u0131 \u00df \u017f \ufb01",
          "e\u0301 \u00e9",
          "\u4e2d\u6587 \u0627\u0644\u0639\u0631\u0628\u064a\u0629 \u05e2\u05d1\u05e8\u05d9\u05ea",
          "'; DROP TABLE payment; --",
          "' OR '1'='1",
          "$$;SELECT pg_sleep(9)",
          "\\",
          "\\'",
          "\\u0000",
          "%00",
          "%s%n%d{}",
          "${jndi:ldap://127.0.0.1/a}",
          "{{7*7}}",
          "<script>alert(1)</script>",
          "\"><img src=x onerror=alert(1)>",
          "&lt;&amp;\"'",
          "../../etc/passwd",
          "=1+1",
          "null",
          "undefined",
          "NaN",
          "true",
          "-1",
          "1e309",
          "{\"a\": 1}",
          "[]",
          "?",
          ":name",
          "x".repeat(40),
          "x".repeat(256),
          "\ud83c\udf4e".repeat(256),
          "x".repeat(500),
          "\ud83c\udf4e".repeat(500),
          "x".repeat(1000),
          "\ud83c\udf4e".repeat(1000),
          "x".repeat(1001),
          "x".repeat(100_000));

  private static final List<String> PAYMENT =
      List.of(
          "/description",
          "/metadata/key",
          "/receipt_email",
          "/statement_descriptor",
          "/currency",
          "/payment_method/type",
          "/payment_method/card/number",
          "/payment_method/card/cvc");

  private static final List<String> CUSTOMER =
      List.of(
          "/name",
          "/email",
          "/phone",
          "/description",
          "/address/line1",
          "/address/line2",
          "/address/city",
          "/address/state",
          "/address/postal_code",
          "/address/country",
          "/metadata/key");

  private static final List<String> CHECKOUT_SESSION =
      List.of("/customer_email", "/description", "/locale", "/capture_method", "/metadata/key");

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @TestFactory
  Stream<DynamicTest> of_customers() {
    return CUSTOMER.stream()
        .map(pointer ->
            dynamicTest(
                pointer,
                () -> TEXTS.forEach(text -> tryText("/v2/customers", "{}", pointer, text))));
  }

  @TestFactory
  Stream<DynamicTest> of_payments() {
    String good = TestApp.payment(1000, "4242424242424242");
    return PAYMENT.stream()
        .map(pointer ->
            dynamicTest(
                pointer,
                () -> TEXTS.forEach(text -> tryText("/v2/payments", good, pointer, text))));
  }

  @TestFactory
  Stream<DynamicTest> of_checkout_sessions() {
    String good =
        """
        {"amount": 1, "currency": "eur", "success_url": "https://a.example/", "cancel_url": "https://a.example/"}
        """;
    return CHECKOUT_SESSION.stream()
        .map(pointer ->
            dynamicTest(
                pointer,
                () ->
                    TEXTS.forEach(text -> tryText("/v2/checkout_sessions", good, pointer, text))));
  }

  @TestFactory
  Stream<DynamicTest> of_keys_of_metadata() {
    return Stream.of("/v2/customers", "/v2/payments")
        .map(path ->
            dynamicTest(
                path,
                () -> {
                  String good =
                      path.endsWith("payments") ? TestApp.payment(1, "4242424242424242") : "{}";
                  TEXTS.forEach(text -> tryKey(path, good, text));
                }));
  }

  private void tryText(String path, String body, String pointer, String text) {
    var json = (ObjectNode) Contract.JSON.readTree(body);
    var steps = List.of(pointer.substring(1).split("/"));
    var at = json;
    for (String step : steps.subList(0, steps.size() - 1)) {
      at = at.get(step) instanceof ObjectNode there ? there : at.putObject(step);
    }
    at.put(steps.getLast(), "@");
    Reply reply = florin.post(path, json.toString().replace("\"@\"", quoted(text)));
    if (reply.status() == 200) {
      assertKept(path, reply, pointer, text);
    } else {
      String param = pointer.substring(1).replace("metadata/key", "metadata").replace('/', '.');
      assertRefused(reply, param, text);
    }
  }

  private void tryKey(String path, String body, String key) {
    String separator = body.equals("{}") ? "" : ", ";
    String json =
        "{\"metadata\": {" + quoted(key) + ": \"value\"}" + separator + body.strip().substring(1);
    Reply reply = florin.post(path, json);
    if (reply.status() == 200) {
      assertThat(reply.json().get("metadata").path(key).asString("")).isEqualTo("value");
      Reply again = florin.get(path + "/" + reply.text("/id"));
      assertThat(again.json().get("metadata").path(key).asString("")).isEqualTo("value");
    } else {
      assertRefused(reply, "metadata", key);
    }
  }

  /**
   * Asserts that the text is returned unchanged. Some card fields are never returned. An empty text
   * counts as none.
   */
  private void assertKept(String path, Reply reply, String pointer, String text) {
    JsonNode shown = reply.json().at(pointer);
    if (shown.isMissingNode() && !text.isEmpty()) {
      assertThat(pointer).startsWith("/payment_method/card/");
      return;
    }
    assertThat(shown.asString("")).isEqualTo(text);
    Reply again = florin.get(path + "/" + reply.text("/id"));
    assertThat(again.json().at(pointer).asString("")).isEqualTo(text);
  }

  private static void assertRefused(Reply reply, String param, String text) {
    assertThat(reply.status()).as("%s: %s", param, quoted(text)).isIn(400, 402);
    if (reply.text("/error/code").equals("invalid_json")) {
      assertThat(text).matches(TextInputTest::isNoText);
    } else {
      assertThat(reply.text("/error/param")).as("%s: %s", param, quoted(text)).startsWith(param);
    }
  }

  /** Returns whether JSON can express the text, but Unicode or PostgreSQL can't store it. */
  private static boolean isNoText(String text) {
    return text.indexOf('\u0000') >= 0
        || text.codePoints()
            .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  /** Returns the JSON string in ASCII, since Java's encoder would replace an unpaired surrogate. */
  static String quoted(String text) {
    var json = new StringBuilder("\"");
    text.chars()
        .forEach(c -> {
          if (c < ' ' || c > '~' || c == '"' || c == '\\') {
            json.append("\\u%04x".formatted(c));
          } else {
            json.append((char) c);
          }
        });
    return json.append('"').toString();
  }
}
