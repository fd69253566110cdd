package florin.api;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.Checks;
import florin.connector.RiskLevel;
import florin.core.Advice;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.event.EventType;
import florin.instrument.Instrument;
import florin.payment.machine.Operation;
import florin.payment.machine.Refund;
import florin.payment.machine.Status;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.vault.Brand;
import florin.vault.Funding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import tools.jackson.databind.JsonNode;

/**
 * The OpenAPI document describes exactly the existing API. Florin serves it, together with a page
 * that shows it.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ContractTest {
  /**
   * A capitalized word of at least three letters or a known shorter one, a code, a table or a list.
   */
  private static final Pattern WHOLE_WORD =
      Pattern.compile(
          "^([A-Z][A-Za-z0-9]{2,}|[A-Z]+\\b|(An|Id|If|In|No|On|Or|To|Up)\\b|[`|-]|[0-9])");

  private final Contract contract = Contract.load();
  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void the_contract_has_exactly_the_existing_routes() {
    Stream<String> keyed =
        florin.app().routes().table().stream().map(r -> r.method() + " " + r.template());
    Stream<String> keyless =
        florin.app().routes().pages().stream()
            .map(e -> e.method() + " " + e.template())
            .filter(route -> route.contains(" /v2/"));
    assertThat(contract.operations().stream().map(Contract.Operation::toString))
        .containsExactlyInAnyOrderElementsOf(Stream.concat(keyed, keyless).toList());
  }

  @Test
  void every_route_with_idempotency_keys_documents_them() {
    for (Route<?> route : florin.app().routes().table()) {
      Contract.Operation operation = contract.find(route.method(), route.template()).orElseThrow();
      assertThat(operation.parametersIn("header").map(p -> p.get("name").stringValue()))
          .as(operation.toString())
          .contains("Service-Version")
          .matches(names -> names.contains("Idempotency-Key") == route.heedsIdempotencyKey());
    }
  }

  @Test
  void every_operation_names_the_scope_of_its_route() {
    assertThat(
            contract.operations().stream()
                .filter(operation -> operation.node().has("x-scope"))
                .map(o -> o + " " + o.node().get("x-scope").stringValue()))
        .containsExactlyInAnyOrderElementsOf(
            florin.app().routes().table().stream()
                .map(r -> r.method() + " " + r.template() + " " + r.scope().text())
                .toList());
  }

  @Test
  void operation_ids_are_unique() {
    assertThat(contract.operations().stream().map(o -> o.node().get("operationId").stringValue()))
        .doesNotHaveDuplicates();
  }

  @Test
  void its_enumerations_are_those_of_the_code() {
    assertSame("DeclineCode", DeclineCode.values());
    assertSame("Advice", Advice.values());
    assertSame("PaymentStatus", Status.values());
    assertSame("RefundStatus", Refund.Status.values());
    assertSame("Check", Checks.Check.values());
    assertSame("ErrorType", ErrorCode.Type.values());
    assertThat(contract.texts("EventType")).containsExactlyElementsOf(EventType.texts());
    List<String> enabled = contract.texts("EnabledEvent");
    assertThat(enabled.getFirst()).isEqualTo("*");
    assertThat(enabled.subList(1, enabled.size())).containsExactlyElementsOf(EventType.texts());
    for (String change : List.of("CreateWebhookEndpoint", "UpdateWebhookEndpoint")) {
      String limit = "/components/schemas/" + change + "/properties/enabled_events/maxItems";
      assertThat(contract.at(limit).intValue())
          .as("all types in one endpoint")
          .isEqualTo(enabled.size());
    }
    assertThat(typesFilter().at("/schema/maxItems").intValue())
        .as("all types in one filter")
        .isEqualTo(EventType.values().length);
    assertThat(contract.texts("Outcome/properties/risk_level"))
        .containsAll(texts(RiskLevel.values()));
    assertThat(contract.texts("Card/properties/brand"))
        .containsExactlyElementsOf(texts(Brand.values()));
    assertThat(contract.texts("Attempt/properties/operation"))
        .containsExactlyElementsOf(texts(Operation.values()));
    assertThat(contract.texts("PaymentMethodType"))
        .containsExactlyElementsOf(
            Instrument.Type.listAsked().stream().map(Instrument.Type::text).toList());
    assertThat(contract.texts("SavedPaymentMethodType"))
        .containsExactlyElementsOf(
            Instrument.Type.listKept().stream().map(Instrument.Type::text).toList());
    assertThat(contract.texts("Card/properties/funding"))
        .containsExactlyElementsOf(texts(Funding.values()));
  }

  private JsonNode typesFilter() {
    return contract
        .find("GET", "/v2/events")
        .orElseThrow()
        .parametersIn("query")
        .filter(parameter -> parameter.get("name").stringValue().equals("types[]"))
        .findFirst()
        .orElseThrow();
  }

  /** Checks the schemas of requests and responses. */
  @Test
  void a_payment_method_of_each_type_is_an_object_of_that_name() {
    // A hosted method has no fields besides its type, so it has no object.
    for (String schema : List.of("PaymentMethod", "NewPaymentMethod", "PaymentMethodData")) {
      Set<String> fields = contract.fields(contract.at("/components/schemas/" + schema)).keySet();
      assertThat(fields)
          .as(schema)
          .containsAll(Instrument.Type.listKept().stream().map(Instrument.Type::text).toList());
    }
  }

  @Test
  void its_error_codes_are_those_of_the_code() {
    assertSame("ErrorCode", ErrorCode.values());
  }

  @Test
  void every_error_code_is_listed_under_a_status() {
    var said = new ArrayList<>(List.of("route_unknown", "method_not_allowed"));
    contract
        .at("/components/responses")
        .forEach(r -> r.get("x-error-codes").forEach(c -> said.add(c.stringValue())));
    assertThat(said.stream().collect(toSet()))
        .containsExactlyInAnyOrderElementsOf(contract.texts("ErrorCode"));
  }

  @Test
  void every_listed_code_of_a_status_is_explained_in_its_description() {
    for (JsonNode response : contract.at("/components/responses")) {
      for (JsonNode code : response.get("x-error-codes")) {
        assertThat(response.get("description").stringValue())
            .contains("`" + code.stringValue() + "`");
      }
    }
  }

  /** Finds the rest of a sentence after a wrong replacement. */
  @Test
  void every_description_begins_with_a_whole_word() {
    for (JsonNode described : contract.at("").findParents("description")) {
      JsonNode description = described.get("description");
      if (description.isString()) {
        assertThat(description.stringValue())
            .matches(WHOLE_WORD.asPredicate(), "begins with a whole word");
      }
    }
  }

  @Test
  void only_a_list_is_newest_first() {
    for (JsonNode schema : contract.at("/components/schemas").findParents("description")) {
      if (schema.get("description").asString("").strip().endsWith("newest first.")) {
        assertThat(schema.path("type").asString("")).as(schema.toString()).isEqualTo("array");
      }
    }
  }

  @Test
  void its_examples_match_its_schemas() {
    assertExample("PaymentSucceeded", "Payment");
    assertExample("Refund", "Refund");
    assertExample("Customer", "Customer");
    assertExample("CardDeclined", "Error");
    assertExample("InvalidParameters", "Error");
    assertExample("KeyMissing", "Error");
    assertExample("ResourceMissing", "Error");
    for (Contract.Operation operation : contract.operations()) {
      operation
          .node()
          .at("/requestBody/content/application~1json/examples")
          .forEach(example ->
              assertThat(contract.errors(operation.bodySchema(), example.get("value"))).isEmpty());
    }
  }

  @Test
  void every_example_of_a_response_and_of_a_schema_is_valid() {
    for (Contract.Operation operation : contract.operations()) {
      JsonNode content = operation.node().at("/responses/200/content/application~1json");
      for (JsonNode example : content.path("examples")) {
        assertThat(contract.errors(content.get("schema"), contract.resolved(example).get("value")))
            .as(operation.toString())
            .isEmpty();
      }
    }
    for (var schema : contract.at("/components/schemas").properties()) {
      for (JsonNode example : schema.getValue().path("examples")) {
        assertThat(contract.errors(schema.getValue(), example)).as(schema.getKey()).isEmpty();
      }
    }
  }

  /** A schema can't refer to a named example, so the two are compared. */
  @Test
  void a_schema_and_its_named_example_are_the_same() {
    assertSameExample("Payment", "PaymentSucceeded");
    assertSameExample("Refund", "Refund");
    assertSameExample("Customer", "Customer");
    assertSameExample("Event", "PaymentEvent");
  }

  private void assertSameExample(String schema, String named) {
    assertThat(contract.at("/components/schemas/" + schema + "/examples/0"))
        .as(schema)
        .isEqualTo(contract.at("/components/examples/" + named + "/value"));
  }

  @Test
  void an_example_of_an_event_is_not_older_than_its_object_and_has_no_secret() {
    var events = new ArrayList<JsonNode>();
    for (JsonNode example : contract.at("/components/examples")) {
      if (example.at("/value/object").asString("").equals("event")) {
        events.add(example.get("value"));
      }
    }
    assertThat(events).hasSize(13);
    for (JsonNode event : events) {
      JsonNode object = event.at("/data/object");
      assertThat(event.get("created").longValue())
          .as(event.get("type").stringValue())
          .isGreaterThanOrEqualTo(object.get("created").longValue());
      assertThat(object.path("client_secret").asString("")).isEmpty();
      assertThat(object.has("secret")).isFalse();
    }
  }

  @Test
  void it_is_served_to_every_client() {
    Reply yaml = get("/v2/openapi.yaml");
    assertThat(yaml.status()).isEqualTo(200);
    assertThat(yaml.header("Content-Type")).contains("application/yaml");
    assertThat(yaml.body()).isEqualTo(resource("openapi.yaml"));
    assertThat(yaml.header("Request-Id")).isPresent();
  }

  @Test
  void it_is_also_served_as_json() {
    Reply json = get("/v2/openapi.json");
    assertThat(json.status()).isEqualTo(200);
    assertThat(json.header("Content-Type")).contains("application/json");
    assertThat(json.json()).isEqualTo(contract.at(""));
    assertThat(json.header("Cache-Control"))
        .isEqualTo(get("/v2/openapi.yaml").header("Cache-Control"));
  }

  private void assertSame(String schema, Enum<?>[] values) {
    assertThat(contract.texts(schema)).as(schema).containsExactlyElementsOf(texts(values));
  }

  private void assertExample(String example, String schema) {
    assertThat(
            contract.errors(
                contract.at("/components/schemas/" + schema),
                contract.at("/components/examples/" + example + "/value")))
        .as(example)
        .isEmpty();
  }

  private static List<String> texts(Enum<?>[] values) {
    return Stream.of(values).map(value -> value.name().toLowerCase(Locale.ROOT)).toList();
  }

  private Reply get(String path) {
    return florin
        .client()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + florin.app().port() + path))
                .build());
  }

  private static String resource(String name) {
    return new String(read(name), StandardCharsets.UTF_8);
  }

  private static byte[] read(String name) {
    try (var in = Objects.requireNonNull(ContractTest.class.getResourceAsStream(name))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
