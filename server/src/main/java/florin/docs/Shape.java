package florin.docs;

import florin.docs.Contract.Branch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * What a schema comes to, `null` left aside.
 *
 * @param schema where its keywords stand
 * @param name of the schema, where it has one
 * @param nullable whether it may be `null`
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

  /** What it may be instead, of which each is a schema. */
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
   * Returns the fields, of a union in a request those of all its forms, each once.
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
        .filter(field -> !field.text().equals("false")) // what a form excludes
        .forEach(field -> found.putIfAbsent(field.name(), field));
    return List.copyOf(found.values());
  }

  /** `null` left aside. */
  List<String> values() {
    return schema.has("const") ? List.of(schema.text("const")) : schema.at("enum").texts();
  }

  /** The first of what it may be, as it is written. */
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
