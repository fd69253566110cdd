package florin.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks that generators can produce good clients from the OpenAPI document. {@code
 * GeneratedClientsTest} runs the generators. This test finds their known problems within a second.
 */
class ContractForGeneratorsTest {
  /** Unions without a discriminator, each with the reason. */
  private static final Map<String, String> WITHOUT_DISCRIMINATOR =
      Map.of(
          "ExpandableCustomer", "a text or an object: the JSON itself tells them apart",
          "PaymentMethodData",
              "an id has no `type`: the required fields and constants tell the forms apart",
          "NextAction", "it may be null, where a discriminator cannot lead: `type` is a const");

  /** Keywords whose keys are names and not keywords. */
  private static final Set<String> OF_NAMES =
      Set.of("properties", "patternProperties", "schemas", "examples");

  /** Conditions restrict a schema that is already complete; generators ignore them. */
  private static final Set<String> CONDITIONS = Set.of("if", "then", "else");

  private final Contract contract = Contract.load();

  @Test
  void it_has_no_anchors_or_aliases() throws IOException {
    var found = new ArrayList<String>();
    try (InputStream in =
        Objects.requireNonNull(Contract.class.getResourceAsStream("openapi.yaml"))) {
      for (Event event : new Parse(LoadSettings.builder().build()).parseInputStream(in)) {
        if (event instanceof AliasEvent
            || (event instanceof NodeEvent node && node.getAnchor().isPresent())) {
          found.add(event.getStartMark().toString());
        }
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void its_unions_have_a_discriminator_or_a_reason_for_none() {
    var without = new ArrayList<String>();
    eachSchema((path, schema) -> {
      for (String word : List.of("oneOf", "anyOf")) {
        if (schema.has(word) && !isNullable(schema.get(word)) && !schema.has("discriminator")) {
          without.add(path);
        }
      }
    });
    assertThat(without)
        .containsExactlyInAnyOrderElementsOf(
            WITHOUT_DISCRIMINATOR.keySet().stream().map(n -> "/components/schemas/" + n).toList());
  }

  @Test
  void a_discriminator_maps_to_every_schema_of_its_union() {
    eachSchema((path, schema) -> {
      if (!schema.has("discriminator")) {
        return;
      }
      String field = schema.at("/discriminator/propertyName").stringValue();
      var told = new ArrayList<String>();
      schema
          .at("/discriminator/mapping")
          .properties()
          .forEach(entry -> {
            told.add(entry.getValue().stringValue());
            JsonNode target = contract.at(entry.getValue().stringValue().substring(1));
            assertThat(target.at("/properties/" + field + "/const").asString(""))
                .as(path)
                .isEqualTo(entry.getKey());
          });
      assertThat(told)
          .containsExactlyInAnyOrderElementsOf(
              schema.get("oneOf").valueStream().map(s -> s.get("$ref").stringValue()).toList());
    });
  }

  /**
   * With exact forms, a generated type accepts neither an empty object nor an unknown field.
   * TypeScript ignores the conditions `if` and `then`.
   */
  @Test
  void the_forms_of_payment_method_data_are_exact() {
    var types = new ArrayList<String>();
    for (JsonNode reference : contract.at("/components/schemas/PaymentMethodData/oneOf")) {
      JsonNode form = contract.resolved(reference);
      if (!form.get("type").stringValue().equals("string")) {
        assertThat(form.get("required")).isNotEmpty();
        assertThat(form.get("additionalProperties").booleanValue()).isFalse();
        types.add(form.at("/properties/type/const").asString(""));
      }
    }
    types.remove("");
    assertThat(types).containsExactlyInAnyOrderElementsOf(contract.texts("PaymentMethodType"));
  }

  /**
   * An ID has no `type` field as a discriminator, so its form excludes the fields of the other
   * forms.
   */
  @Test
  void a_saved_payment_method_excludes_the_fields_of_the_other_forms() {
    var others = new TreeSet<String>();
    for (JsonNode reference : contract.at("/components/schemas/PaymentMethodData/oneOf")) {
      contract
          .resolved(reference)
          .path("properties")
          .propertyStream()
          .map(Map.Entry::getKey)
          .forEach(others::add);
    }
    others.remove("id");
    var excluded = new TreeSet<String>();
    contract
        .at("/components/schemas/SavedPaymentMethodData/properties")
        .propertyStream()
        .filter(field -> field.getValue().isBoolean() && !field.getValue().booleanValue())
        .map(Map.Entry::getKey)
        .forEach(excluded::add);
    assertThat(excluded).isEqualTo(others);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\": \"card\", \"card\": {\"number\": \"4242424242424242\", \"exp_month\": 12, \"exp_year\": 2040}}",
        "{\"type\": \"hosted\"}",
        "{\"type\": \"bank_transfer\"}",
        "{\"id\": \"pm_01m8gr3150fkj9qazm3fx4vb2h\"}",
        "\"pm_01m8gr3150fkj9qazm3fx4vb2h\""
      })
  void a_documented_form_is_a_payment_method_data(String json) {
    assertThat(methodDataErrors(json)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"foo\": 1}",
        "{\"type\": \"card\"}",
        "{\"type\": \"crad\"}",
        "{\"type\": \"hosted\", \"foo\": 1}",
        "{\"type\": \"hosted\", \"id\": \"pm_01m8gr3150fkj9qazm3fx4vb2h\"}",
        "\"pay_01m8gr3150fkj9qazm3fx4vb2h\"",
        "null"
      })
  void any_other_value_matches_no_form(String json) {
    assertThat(methodDataErrors(json)).isNotEmpty();
  }

  private List<String> methodDataErrors(String json) {
    return contract.errors(
        contract.at("/components/schemas/PaymentMethodData"), Contract.JSON.readTree(json));
  }

  /** A generated class for a union rejects null unless the union itself allows it. */
  @Test
  void a_nullable_union_declares_null_itself() {
    eachSchema((path, schema) -> {
      if (schema.has("anyOf") && isNullable(schema.get("anyOf"))) {
        schema
            .get("anyOf")
            .valueStream()
            .filter(it -> it.has("$ref"))
            .map(it -> contract.at(it.get("$ref").stringValue().substring(1)))
            .forEach(it -> assertThat(it.has("oneOf") || it.has("anyOf")).as(path).isFalse());
      }
    });
  }

  @Test
  void every_object_has_a_name() {
    var nameless = new ArrayList<String>();
    eachSchema((path, schema) -> {
      boolean isNamed = path.matches("/components/schemas/[^/]+") || schema.has("title");
      if (schema.has("properties") && !isNamed) {
        nameless.add(path);
      }
    });
    assertThat(nameless).isEmpty();
  }

  @Test
  void no_field_has_a_default() {
    var defaults = new ArrayList<String>();
    eachSchema((path, schema) -> {
      if (schema.has("default") && path.startsWith("/components/schemas/")) {
        defaults.add(path);
      }
    });
    assertThat(defaults)
        .as(
            "a generated type makes a field with a default required: document the default in the description")
        .isEmpty();
  }

  /** Returns whether this is a nullable reference, which OpenAPI 3.1 expresses as a union. */
  private static boolean isNullable(JsonNode union) {
    return union.size() == 2
        && union.get(0).has("$ref")
        && union.get(1).path("type").asString("").equals("null");
  }

  private void eachSchema(BiConsumer<String, ObjectNode> visit) {
    visit("/components/schemas", contract.at("/components/schemas"), true, visit);
    visit("/components", withoutSchemas(), true, visit);
    visit("/paths", contract.at("/paths"), true, visit);
  }

  private JsonNode withoutSchemas() {
    ObjectNode components = (ObjectNode) contract.at("/components").deepCopy();
    components.remove(List.of("schemas", "examples"));
    return components;
  }

  private static void visit(
      String path, JsonNode node, boolean isOfNames, BiConsumer<String, ObjectNode> visit) {
    if (node instanceof ObjectNode object && !isOfNames) {
      visit.accept(path, object);
    }
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      boolean names = !isOfNames && OF_NAMES.contains(entry.getKey());
      if ((isOfNames || !CONDITIONS.contains(entry.getKey()))
          && !entry.getKey().equals("examples")) {
        visit(path + "/" + entry.getKey(), entry.getValue(), names, visit);
      }
    }
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        visit(path + "/" + i, node.get(i), false, visit);
      }
    }
  }
}
