package florin.api;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import florin.api.Contract.Operation;
import florin.app.App.Networks;
import florin.books.LedgerChecks;
import florin.books.SettlementFileText;
import florin.payment.execution.CrashPoint;
import florin.testing.BankObjects;
import florin.testing.EngagedBrake;
import florin.testing.EvidenceFiles;
import florin.testing.Reply;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import florin.testing.provider.ProviderKind;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
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
 * Sends every value of a pool in every field of every body and query. If the OpenAPI document
 * forbids a value, Florin rejects it, names the parameter and stores nothing. Florin may reject
 * other values for other reasons. No response is a 5xx.
 */
@TestInstance(Lifecycle.PER_CLASS)
@TakesLong
class BadInputTest {
  private static final String RAW = "to be replaced";

  /** Raw JSON, so that numbers can have any notation. */
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "false",
          "0",
          "-1",
          "1",
          "7",
          "10.5",
          "10.0",
          "1e3",
          "1E-2",
          "-0",
          "99999999999999999999999",
          "-9223372036854775809",
          "\"\"",
          "\" \"",
          "\"text\"",
          "\"1000\"",
          "\"null\"",
          "\"Text\"",
          "[]",
          "[1]",
          "[\"a\"]",
          "[[[]]]",
          "{}",
          "{\"a\": 1}",
          "{\"a\": null}",
          "{\"\": \"x\"}",
          "{\"a\": {\"b\": []}}",
          text("x", 2000),
          text("9", 100),
          "{" + text("k", 41) + ": \"x\"}",
          "{\"k\": " + text("v", 501) + "}");

  /**
   * Notations that Florin doesn't accept as an integer, although JSON Schema accepts some of them.
   */
  private static final List<String> NO_INTEGERS = List.of("10.0", "1e3", "\"1000\"");

  private static final List<String> TEXTS =
      List.of(
          "",
          "text",
          "0",
          "-1",
          "10.5",
          "1e3",
          "+7",
          "0x10",
          "99999999999999999999",
          "true",
          "null",
          "pay_1",
          "USD",
          "[]",
          "{}",
          "\u0000",
          "\n",
          "\ud83c\udf4e",
          "x".repeat(2000));

  private static final String STORED =
      """
      SELECT (SELECT count(*) FROM payment WHERE status <> 'failed')
          || ' ' || (SELECT count(*) FROM customer)
          || ' ' || (SELECT count(*) FROM refund)
          || ' ' || (SELECT count(*) FROM payment_method WHERE consumed_by IS NULL)
          || ' ' || (SELECT count(*) FROM event WHERE type NOT IN ('payment.created', 'payment.failed', 'setup.failed'))\
      """;

  private final Contract contract = Contract.load();
  private final ContractCheck check = new ContractCheck(contract);
  private TestApp florin;
  private Map<String, String> ids;

  @BeforeAll
  void open() {
    florin =
        TestApp.open(
            CrashPoint.NONE,
            new Networks(
                UnaryOperator.identity(), List.of(new ProviderKind(InstantSource.system()))));
    String paid =
        florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242")).text("/id");
    String session =
        florin
            .post(
                "/v2/checkout_sessions",
                "{\"amount\": 700, \"currency\": \"usd\", \"success_url\": \"https://shop.example/\", \"cancel_url\": \"https://shop.example/\"}")
            .text("/id");
    String link =
        florin.post("/v2/payment_links", "{\"amount\": 700, \"currency\": \"usd\"}").text("/id");
    ids = new HashMap<>();
    ids.put(
        "/v2/connectors/{id}",
        florin.post("/v2/connectors", "{\"kind\": \"test_provider\"}").text("/id"));
    ids.put(
        "/v2/receiving_accounts/{id}",
        florin.post("/v2/receiving_accounts", TestApp.ACCOUNT).text("/id"));
    ids.put(
        "/v2/keys/{id}",
        // The newest key is the publishable one, which alone has origins.
        florin.get("/v2/keys").texts("/data", "id").getFirst());
    ids.put(
        "/v2/sandboxes/{id}", florin.post("/v2/sandboxes", "{\"name\": \"Renewals\"}").text("/id"));
    String settlement = SettlementFileText.importOne(florin.client());
    ids.put("/v2/settlements/{id}", settlement);
    ids.put("/v2/settlements/{id}/lines", settlement);
    String contract =
        florin.post("/v2/fee_contracts", "{\"connector\": \"simulator\"}").text("/id");
    ids.put("/v2/fee_contracts/{id}", contract);
    ids.put("/v2/fee_contracts/{id}/end", contract);
    String mandate = mandate();
    ids.put("/v2/mandates/{id}", mandate);
    florin.post("/v2/payments", TestApp.payment(1000, "4000000000000259"));
    String dispute = florin.get("/v2/disputes").text("/data/0/id");
    ids.put("/v2/disputes/{id}", dispute);
    ids.put("/v2/brakes/{id}", EngagedBrake.in(florin));
    for (String list : List.of("/v2/lists/block", "/v2/lists/allow")) {
      ids.put(
          list + "/{id}",
          florin.post(list, "{\"kind\": \"card_bin\", \"value\": \"999999\"}").text("/id"));
    }
    ids.put("/v2/test/disputes/{id}", dispute);
    ids.put("/v2/dispute_files/{id}", EvidenceFiles.add(florin.client(), dispute));
    ids.put("/v2/balance_transactions/{id}", LedgerChecks.awaitTransaction(florin.client()));
    String payout = LedgerChecks.payOut(florin.client());
    ids.put("/v2/payouts/{id}", payout);
    ids.put("/v2/payouts/{id}/lines", payout);
    ids.put("/v2/payouts/{id}/confirm", payout);
    ids.put("/v2/mandates/{id}/revoke", mandate);
    String setup = setup();
    ids.put("/v2/setups/{id}", setup);
    ids.put("/v2/setups/{id}/cancel", setup);
    ids.put("/v2/checkout_sessions/{id}", session);
    ids.putAll(BankObjects.of(florin.client()));
    ids.put("/v2/bank_entries/{id}/unassign", BankObjects.entryOfPayout(florin.client()));
    ids.put("/v2/payment_links/{id}", link);
    ids.putAll(
        Map.of(
            "/v2/payments/{id}",
            paid,
            "/v2/refunds/{id}",
            florin.post("/v2/refunds", "{\"payment\": \"" + paid + "\"}").text("/id"),
            "/v2/customers/{id}",
            florin.post("/v2/customers", "{}").text("/id"),
            "/v2/customers/{id}/payment_methods",
            florin.post("/v2/customers", "{}").text("/id"),
            "/v2/payment_methods/{id}",
            method(),
            "/v2/payment_methods/{id}/attach",
            method(),
            "/v2/payment_methods/{id}/detach",
            method(),
            "/v2/events/{id}",
            florin.get("/v2/events?limit=1").texts("/data", "id").getFirst(),
            "/v2/webhook_endpoints/{id}",
            florin
                .post("/v2/webhook_endpoints", "{\"url\": \"https://shop.example/\"}")
                .text("/id")));
  }

  private String mandate() {
    String customer = florin.post("/v2/customers", "{}").text("/id");
    String body =
        """
        {"amount": 700, "currency": "usd", "customer": "%s", "save_payment_method": true,
         "mandate": {"text": "I agree."},
         "payment_method": {"type": "card", "card": {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040}}}
        """
            .formatted(customer);
    String paid = florin.post("/v2/payments", body).text("/payment_method/id");
    return florin.get("/v2/payment_methods/" + paid).text("/mandate");
  }

  private String setup() {
    String body =
        """
        {"customer": "%s",
         "payment_method": {"type": "card", "card": {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040}}}
        """
            .formatted(florin.post("/v2/customers", "{}").text("/id"));
    return florin.post("/v2/setups", body).text("/id");
  }

  private String method() {
    String body =
        """
        {"type": "card", "card": {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040}}
        """;
    return florin.post("/v2/payment_methods", body).text("/id");
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @TestFactory
  Stream<DynamicTest> a_wrong_field_is_named_and_nothing_is_stored() {
    return contract.operations().stream()
        .filter(operation -> !operation.bodySchema().isMissingNode())
        .flatMap(operation ->
            contract.fields(operation.bodySchema()).entrySet().stream()
                .map(field ->
                    dynamicTest(
                        operation + " " + field.getKey(),
                        () -> tryField(operation, field.getKey(), field.getValue()))));
  }

  private void tryField(Operation operation, String field, JsonNode schema) {
    List<String> before = florin.query(STORED);
    var allowed = new ArrayList<String>();
    for (String value : values(schema)) {
      if (isWrong(schema, value)) {
        assertRefused(ask(operation, with(operation, field, value)), field, value);
      } else {
        allowed.add(value);
      }
    }
    assertThat(florin.query(STORED)).isEqualTo(before);
    for (String value : allowed) {
      assertThat(ask(operation, with(operation, field, value)).status()).as(value).isLessThan(500);
    }
  }

  @TestFactory
  Stream<DynamicTest> an_unknown_field_is_named_wherever_it_stands() {
    return contract.operations().stream()
        .filter(operation -> !operation.bodySchema().isMissingNode())
        .flatMap(operation ->
            Stream.concat(
                    Stream.of(""),
                    contract.fields(operation.bodySchema()).entrySet().stream()
                        .filter(field ->
                            field.getValue().has("properties") || field.getValue().has("oneOf"))
                        .map(field -> field.getKey() + "."))
                .map(path ->
                    dynamicTest(
                        operation + " " + path + "colour",
                        () ->
                            assertRefused(
                                ask(operation, with(operation, path + "colour", "\"red\"")),
                                path + "colour",
                                "unknown"))));
  }

  @TestFactory
  Stream<DynamicTest> a_wrong_query_is_named() {
    return contract.operations().stream()
        .filter(operation -> !operation.template().startsWith("/v2/openapi."))
        .map(operation ->
            dynamicTest(
                operation.toString(),
                () -> {
                  operation
                      .parametersIn("query")
                      .forEach(p -> tryParameter(operation, p.get("name").stringValue()));
                  tryQuery(operation, "colour", "colour=red");
                  tryQuery(operation, "colour", "colour[]=red");
                  tryQuery(operation, "colour", "colour[shade]=red");
                }));
  }

  private void tryParameter(Operation operation, String name) {
    String stem = name.replaceFirst("\\[.*", "");
    String written = stem.equals("metadata") ? "metadata[order]" : name;
    for (String text : TEXTS) {
      tryQuery(operation, stem, written + "=" + encoded(text));
      tryQuery(operation, stem, stem + "[" + encoded(text) + "]=1");
    }
    tryQuery(operation, stem, written + "=1&" + written + "=1");
    tryQuery(operation, stem, written);
  }

  /** Returns the other parameters that the query needs. */
  private String needed(Operation operation, String param) {
    return operation
        .parametersIn("query")
        .filter(p -> p.path("required").booleanValue(false))
        .filter(p -> !p.get("name").stringValue().equals(param))
        .map(p ->
            "&"
                + p.get("name").stringValue()
                + "="
                + contract.resolved(p.get("schema")).at("/examples/0").stringValue())
        .collect(joining());
  }

  private void tryQuery(Operation operation, String param, String wrong) {
    String query = wrong + needed(operation, param);
    String target = path(operation) + "?" + query.replace("[", "%5B").replace("]", "%5D");
    Reply reply =
        Asked.of(
            florin, operation.method(), target, florin.secretKey(), example(operation).toString());
    if (check.request(operation, query, Map.of(), "").stream()
        .noneMatch(e -> !e.contains("body"))) {
      assertThat(reply.status()).as(query).isLessThan(500);
    } else {
      assertRefused(reply, param, query);
    }
  }

  private static void assertRefused(Reply reply, String param, String value) {
    String shown = value.length() > 80 ? value.substring(0, 80) + "…" : value;
    assertThat(reply.status()).as("%s: %s → %s", param, shown, reply.body()).isIn(400, 402);
    List<String> params =
        reply.has("/error/errors")
            ? reply.texts("/error/errors", "param")
            : List.of(reply.text("/error/param"));
    assertThat(params)
        .as("%s: %s → %s", param, shown, reply.body())
        .anyMatch(p -> p.startsWith(param));
    if (reply.status() == 402) {
      assertThat(reply.text("/error/code"))
          .matches("invalid_expiry_(month|year)|invalid_cvc|incorrect_number");
    }
  }

  private List<String> values(JsonNode schema) {
    var values = new ArrayList<>(VALUES);
    Optional.ofNullable(schema.get("minimum")).ifPresent(m -> values.add("" + (m.longValue() - 1)));
    Optional.ofNullable(schema.get("maximum")).ifPresent(m -> values.add("" + (m.longValue() + 1)));
    Optional.ofNullable(schema.get("maxLength"))
        .ifPresent(m -> values.add(text("x", m.intValue() + 1)));
    return values;
  }

  private boolean isWrong(JsonNode schema, String value) {
    boolean integer = schema.path("type").asString("").equals("integer");
    return (integer && NO_INTEGERS.contains(value))
        || !contract.errors(schema, Contract.JSON.readTree(value)).isEmpty();
  }

  /** Returns a request that is valid except for this value. */
  private String with(Operation operation, String field, String value) {
    ObjectNode body = example(operation);
    ObjectNode at = body;
    List<String> steps = List.of(field.split("\\."));
    for (String step : steps.subList(0, steps.size() - 1)) {
      if (at.has("type") && step.equals("hosted")) {
        at.remove("card");
        at.put("type", step);
      }
      at = at.get(step) instanceof ObjectNode there ? there : at.putObject(step);
    }
    at.put(steps.getLast(), RAW);
    return body.toString().replace("\"" + RAW + "\"", value);
  }

  /** Returns a valid request. A setup refers to an existing customer. */
  private ObjectNode example(Operation operation) {
    JsonNode example =
        operation.node().at("/requestBody/content/application~1json/examples/simple/value");
    ObjectNode body =
        example.isMissingNode()
            ? Contract.JSON.createObjectNode()
            : (ObjectNode) example.deepCopy();
    if (operation.template().equals("/v2/setups")) {
      body.put("customer", ids.get("/v2/customers/{id}/payment_methods"));
    }
    return body;
  }

  private Reply ask(Operation operation, String body) {
    return Asked.of(florin, operation.method(), path(operation), florin.secretKey(), body);
  }

  private String path(Operation operation) {
    return operation
        .template()
        .replace("{id}", ids.getOrDefault(Asked.object(operation.template()), ""));
  }

  private static String text(String of, int times) {
    return "\"" + of.repeat(times) + "\"";
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
