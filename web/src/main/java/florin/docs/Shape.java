package florin.docs;

import florin.docs.Contract.Branch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * The resolved form of a schema, without its `null` alternative.
 *
 * @param schema the node that has its keywords
 * @param name of the schema, if it has one
 * @param nullable whether `null` is permitted
 */
record Shape(Branch schema, Optional<String> name, boolean nullable) {
  static Shape of(Branch schema) {
    Shape here = new Shape(schema.resolved(), schema.schemaName(), false);
    List<Branch> others = here.alternatives();
    boolean nullable =
        here.schema().at("type").texts().contains("null")
            || others.stream().anyMatch(Shape::isNull);
    List<Branch> real = others.stream().filter(other -> !isNull(other)).toList();
    if (real.size() == 1) {
      Shape only = of(real.getFirst());
      return new Shape(only.schema, only.name, true);
    }
    return new Shape(here.schema, here.name, nullable);
  }

  private static boolean isNull(Branch alternative) {
    return alternative.text("type").equals("null");
  }

  /** Returns the alternative schemas. */
  List<Branch> alternatives() {
    var found = new ArrayList<Branch>();
    found.addAll(schema.at("anyOf").entries());
    found.addAll(schema.at("oneOf").entries());
    return found;
  }

  boolean isArray() {
    return types().contains("array");
  }

  List<String> types() {
    return schema.at("type").texts().stream().filter(type -> !type.equals("null")).toList();
  }

  List<Branch> properties() {
    return schema.at("properties").below();
  }

  /**
   * Returns each field once. In a request, a union has the fields of all its alternatives.
   *
   * @param answered whether it is in a response
   */
  List<Branch> fields(boolean answered) {
    if (answered || !properties().isEmpty()) {
      return properties();
    }
    var found = new LinkedHashMap<String, Branch>();
    alternatives().stream()
        .flatMap(form -> of(form).properties().stream())
        .filter(field -> !field.text().equals("false")) // excluded by an alternative
        .forEach(field -> found.putIfAbsent(field.name(), field));
    return List.copyOf(found.values());
  }

  /** Returns the permitted values without `null`. */
  List<String> values() {
    return schema.has("const") ? List.of(schema.text("const")) : schema.at("enum").texts();
  }

  /** Returns the first permitted value, unchanged. */
  Object firstValue() {
    return schema
        .at("const")
        .value()
        .orElseGet(() -> schema.at("enum").entries().getFirst().text());
  }

  Optional<Object> firstExample() {
    return schema.at("examples").entries().stream().findFirst().flatMap(Branch::value);
  }

  boolean isObject() {
    return types().contains("object") || !properties().isEmpty();
  }

  boolean requires(String property) {
    return schema.at("required").texts().contains(property);
  }
}
