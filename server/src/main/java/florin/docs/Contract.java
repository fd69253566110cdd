package florin.docs;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** `openapi.yaml` as a tree. It is ours, and the tests hold it: what is not there is a bug. */
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

  /** As maps, lists, texts, numbers, booleans. */
  Object tree() {
    return tree;
  }

  /** Where `/` stands between names; `~1` is a slash within one (RFC 6901). */
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

  /** A place in the tree. */
  final class Branch {
    /** Under which it stands there. */
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

    /** What hangs below, in the order in which it is written. */
    List<Branch> below() {
      var found = new ArrayList<Branch>();
      map().forEach((key, below) -> found.add(new Branch(String.valueOf(key), below)));
      return found;
    }

    /** The entries of a list; nothing of anything else. */
    List<Branch> entries() {
      return value instanceof List<?> list
          ? list.stream().map(entry -> new Branch("", entry)).toList()
          : List.of();
    }

    /** The texts of a list; one text is a list of it, and `null` is none. */
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

    /** The name of the schema that this refers to. */
    Optional<String> schemaName() {
      return Optional.of(text("$ref"))
          .filter(ref -> ref.startsWith(SCHEMAS))
          .map(ref -> ref.substring(SCHEMAS.length()));
    }

    /** What is referred to, or else this. */
    Branch resolved() {
      return has("$ref") ? Contract.this.at(text("$ref").substring(1)).resolved() : this;
    }

    private Map<?, ?> map() {
      return value instanceof Map<?, ?> map ? map : Map.of();
    }
  }
}
