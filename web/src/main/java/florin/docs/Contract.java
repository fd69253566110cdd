package florin.docs;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The OpenAPI document as a tree. Tests check it, so a missing part is a bug. */
final class Contract {
  private static final String SCHEMAS = "#/components/schemas/";

  private final Object tree;

  private Contract(Object tree) {
    this.tree = tree;
  }

  static Contract read(byte[] yaml) {
    var load = new Load(LoadSettings.builder().build());
    return new Contract(load.loadFromInputStream(new ByteArrayInputStream(yaml)));
  }

  /** Returns the tree as maps, lists, strings, numbers and booleans. */
  Object tree() {
    return tree;
  }

  /**
   * Returns the node at a JSON pointer, in which `~1` stands for a slash within a name (RFC 6901).
   */
  Branch at(String pointer) {
    Branch node = new Branch("", tree);
    for (String name : pointer.substring(1).split("/")) {
      node = node.at(name.replace("~1", "/"));
    }
    return node;
  }

  Branch schema(String name) {
    return at("/components/schemas/" + name);
  }

  /** A node of the tree. */
  final class Branch {
    /** The key of this node in its parent. */
    private final String name;

    private final @Nullable Object value;

    private Branch(String name, @Nullable Object value) {
      this.name = name;
      this.value = value;
    }

    String name() {
      return name;
    }

    boolean isThere() {
      return value != null;
    }

    boolean has(String key) {
      return map().containsKey(key);
    }

    Branch at(String key) {
      return new Branch(key, map().get(key));
    }

    /** Returns the children of a map in the order of the document. */
    List<Branch> below() {
      var found = new ArrayList<Branch>();
      map().forEach((key, below) -> found.add(new Branch(String.valueOf(key), below)));
      return found;
    }

    /** Returns the entries of a list; empty for any other node. */
    List<Branch> entries() {
      return value instanceof List<?> list
          ? list.stream().map(entry -> new Branch("", entry)).toList()
          : List.of();
    }

    /**
     * Returns the strings of a list. A single string counts as a list of one, and `null` as an
     * empty list.
     */
    List<String> texts() {
      if (!(value instanceof List<?>)) {
        return value == null ? List.of() : List.of(text());
      }
      return entries().stream().filter(Branch::isThere).map(Branch::text).toList();
    }

    String text() {
      return value == null ? "" : value.toString();
    }

    String text(String key) {
      return at(key).text();
    }

    boolean isTrue(String key) {
      return Boolean.TRUE.equals(at(key).value);
    }

    Optional<Object> value() {
      return Optional.ofNullable(value);
    }

    /** Returns the name of the schema that this node refers to. */
    Optional<String> schemaName() {
      return Optional.of(text("$ref"))
          .filter(ref -> ref.startsWith(SCHEMAS))
          .map(ref -> ref.substring(SCHEMAS.length()));
    }

    /** Returns the node that this one refers to, or this node if it is no reference. */
    Branch resolved() {
      return has("$ref") ? Contract.this.at(text("$ref").substring(1)).resolved() : this;
    }

    private Map<?, ?> map() {
      return value instanceof Map<?, ?> map ? map : Map.of();
    }
  }
}
