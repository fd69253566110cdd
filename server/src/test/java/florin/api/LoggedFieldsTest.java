package florin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.app.LoggedFields;
import florin.core.Id.RequestId;
import florin.http.FieldList;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Checks which fields the request log keeps, and which it never keeps. */
@TestInstance(Lifecycle.PER_CLASS)
class LoggedFieldsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Text that a user enters in a free-text field. */
  private static final String CANARY = "Canary O'Bird";

  private static final String CARD = "5555555555554444";
  private static final String CODE = "98731";

  private final Contract contract = Contract.load();
  private TestApp florin;
  private int sent;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void no_card_number_security_code_secret_or_free_text_is_logged() {
    for (Contract.Operation operation : contract.operations()) {
      if (operation.node().has("requestBody")) {
        for (JsonNode canary : canaries()) {
          ObjectNode body = body(operation.bodySchema(), canary);
          body.set(CANARY, canary);
          post(operation, body.toString());
        }
      } else if (operation.method().equals("GET")
          && !operation.template().matches(".*(stream|openapi).*")) {
        get(operation);
      }
    }
    Reply paid =
        send(
            "POST",
            "/v2/payments",
            """
            {"amount": 1000, "currency": "usd", "description": "%1$s", "metadata": {"order": "%1$s", "%1$s": "1"}, "receipt_email": "canary@example.com",
             "payment_method": {"type": "card", "card": {"number": "%2$s", "exp_month": 12, "exp_year": 2040, "cvc": "987"},
                                "billing_details": {"name": "%1$s"}}}
            """
                .formatted(CANARY, CARD));
    assertThat(paid.status()).isEqualTo(200);
    String secret = paid.text("/client_secret");
    send("GET", "/v2/payments/" + paid.payment() + "?client_secret=" + secret, "");
    Reply endpoint =
        send("POST", "/v2/webhook_endpoints", "{\"url\": \"https://canary.example/hook\"}");

    List<String> rows = awaitLogged();

    assertThat(rows).anyMatch(row -> row.contains("billing_details"));
    for (String never :
        List.of(
            "anary",
            "Bird",
            CARD,
            CODE,
            "987\"",
            secret,
            endpoint.text("/secret"),
            florin.secretKey())) {
      assertThat(rows).as(never).noneMatch(row -> row.contains(never));
    }
    assertPagesAreClean();
  }

  /** Returns the canaries: a text, and the card number as a string and as a number. */
  private static List<JsonNode> canaries() {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return List.of(
        nodes.stringNode(CANARY),
        nodes.stringNode(CARD),
        nodes.numberNode(Long.parseLong(CARD)),
        nodes.objectNode().put("number", CARD).put("cvc", CODE).put(CANARY, CANARY));
  }

  private void assertPagesAreClean() {
    try (var developer = DashboardClient.of(florin, Role.DEVELOPER)) {
      String list = developer.get("/dashboard/requests").body();
      assertThat(list).contains("/v2/webhook_endpoints").doesNotContain("anary", "Bird", CARD);
      List<String> paths =
          Pattern.compile("/dashboard/requests/req_[a-z0-9]{26}")
              .matcher(list)
              .results()
              .map(MatchResult::group)
              .distinct()
              .toList();
      assertThat(paths).hasSize(25);
      for (String path : paths) {
        assertThat(developer.get(path).body())
            .contains("As code", "curl -", "requests.")
            .doesNotContain("anary", "Bird", CARD, CODE);
      }
    }
  }

  @Test
  void a_payment_keeps_plain_fields_and_reports_that_others_were_sent() {
    Reply paid =
        send(
            "POST",
            "/v2/payments",
            """
            {"amount": 2500, "currency": "eur", "capture_method": "manual", "description": "Tea", "metadata": {"order_id": "17", "a 1": "x"},
             "payment_method": {"type": "card", "card": {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040}}}
            """);

    assertThat(fieldsOf(paid))
        .isEqualTo(
            "{\"amount\":2500,\"currency\":\"eur\",\"payment_method\":{\"type\":\"card\",\"card\":\"not kept\"},\"capture_method\":\"manual\",\"description\":\"not kept\",\"metadata\":{\"order_id\":\"not kept\",\"other fields\":\"not kept\"}}");
  }

  @Test
  void lists_keep_their_first_elements_and_queries_their_plain_parameters() {
    String line = "{\"name\": \"Tea\", \"quantity\": 1, \"amount\": 5}";
    Reply made =
        send(
            "POST",
            "/v2/checkout_sessions",
            "{\"currency\": \"eur\", \"line_items\": [" + (line + ",").repeat(11) + line + "]}");
    Reply listed =
        send(
            "GET", "/v2/payments?limit=3&created%5Bgte%5D=1700000000&status=failed&last4=4444", "");

    assertThat(fieldsOf(made))
        .contains("{\"name\":\"not kept\",\"quantity\":1,\"amount\":5},\"2 more, not kept\"]");
    assertThat(fieldsOf(listed))
        .isEqualTo(
            "{\"status\":\"failed\",\"limit\":3,\"created\":{\"gte\":1700000000},\"last4\":\"not kept\"}");
  }

  @Test
  void an_error_keeps_its_message_if_it_names_a_known_field() {
    Reply ours = send("POST", "/v2/payments", "{\"amount\": true}");
    Reply theirs = send("POST", "/v2/customers", "{\"metadata\": {\"Ada Lovelace\": 5}}");
    Reply unknown = send("POST", "/v2/customers", "{\"Ada Lovelace\": 5}");

    assertThat(row(ours, "error_param || ': ' || error_message"))
        .isEqualTo("amount: " + ours.text("/error/message"));
    assertThat(row(theirs, "error_param || ': ' || error_message"))
        .isEqualTo("metadata: metadata must be a string; got an integer.");
    assertThat(row(unknown, "error_message"))
        .isEqualTo("A field is not a parameter of this request.");
    assertThat(row(unknown, "COALESCE(error_param, 'none')")).isEqualTo("none");
  }

  @Test
  void only_known_field_names_are_logged() {
    FieldList list = LoggedFields.LIST;

    assertThat(list.ours("card.number")).contains("card");
    assertThat(list.ours("payment_method.billing_details.name"))
        .contains("payment_method.billing_details");
    assertThat(list.ours("line_items[3].amount")).contains("line_items[3].amount");
    assertThat(list.ours("metadata[Ada]")).contains("metadata");
    assertThat(list.ours("Ada")).isEmpty();
    assertThat(list.ours("")).isEmpty();
  }

  /** Returns a body with the canary in each field. */
  private ObjectNode body(JsonNode schema, JsonNode canary) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> field :
        contract.resolved(schema).path("properties").properties()) {
      body.set(field.getKey(), value(contract.resolved(field.getValue()), canary));
    }
    return body;
  }

  private JsonNode value(JsonNode schema, JsonNode canary) {
    for (String choice : List.of("oneOf", "anyOf", "allOf")) {
      for (JsonNode one : schema.path(choice)) {
        JsonNode resolved = contract.resolved(one);
        if (resolved.has("properties")) {
          return body(resolved, canary);
        }
      }
    }
    if (schema.has("items")) {
      return JsonNodeFactory.instance
          .arrayNode()
          .add(value(contract.resolved(schema.get("items")), canary));
    }
    return schema.has("properties") ? body(schema, canary) : canary;
  }

  private void post(Contract.Operation operation, String body) {
    send(operation.method(), operation.template().replaceAll("\\{[a-z_]+}", CARD), body);
  }

  private void get(Contract.Operation operation) {
    String query =
        operation
            .parametersIn("query")
            .map(parameter -> parameter.path("name").stringValue(""))
            .filter(name -> !name.equals("created") && !name.equals("amount"))
            .map(name -> encoded(name) + "=" + encoded(CANARY))
            .collect(Collectors.joining("&"));
    send("GET", operation.template().replaceAll("\\{[a-z_]+}", CARD) + "?" + query, "");
  }

  private Reply send(String method, String target, String body) {
    sent++;
    return Asked.of(florin, method, target, florin.secretKey(), body);
  }

  private String fieldsOf(Reply reply) {
    return row(reply, "fields");
  }

  private String row(Reply reply, String column) {
    UUID id = RequestId.KIND.parse(reply.header("Request-Id").orElseThrow()).orElseThrow().uuid();
    return await()
        .atMost(PATIENCE)
        .until(
            () ->
                florin.query("SELECT " + column + " FROM request_log WHERE id = ?", id).stream()
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  private List<String> awaitLogged() {
    await().atMost(PATIENCE).until(() -> florin.query("SELECT 1 FROM request_log").size() >= sent);
    return florin.query("SELECT t::text FROM request_log t");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
