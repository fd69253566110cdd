package florin.bench.fuzz;

import static florin.bench.fuzz.FuzzFinding.require;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Checks that texts can be stored in PostgreSQL and shown by every browser. */
final class Storable {
  /** The maximum nesting of records. Decoded values are never nested deeply. */
  private static final int MAX_LEVELS = 20;

  private Storable() {}

  static void checkText(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      require(c != 0, "a text contains NUL");
      if (Character.isSurrogate(c)) {
        require(
            i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1)),
            "a text contains an unpaired surrogate");
        i++;
      }
    }
  }

  static void checkTree(JsonNode node, int levels) {
    require(levels >= 0, "it is nested too deeply");
    if (node.isString()) {
      checkText(node.stringValue());
    }
    if (node.isContainer()) {
      require(levels > 0, "it is nested too deeply");
    }
    node.propertyNames().forEach(Storable::checkText);
    node.forEach(child -> checkTree(child, levels - 1));
  }

  /**
   * Passes all texts of a value to the consumer, including those of nested records, lists, and
   * maps.
   */
  static void eachText(@Nullable Object value, Consumer<String> look) {
    eachText(value, look, MAX_LEVELS);
  }

  private static void eachText(@Nullable Object value, Consumer<String> look, int levels) {
    require(levels > 0, "records are nested too deeply");
    switch (value) {
      case null -> throw new FuzzFinding("a null was read");
      case String text -> look.accept(text);
      case Optional<?> found -> found.ifPresent(it -> eachText(it, look, levels - 1));
      case Collection<?> all -> all.forEach(it -> eachText(it, look, levels - 1));
      case Map<?, ?> map -> {
        map.keySet().forEach(it -> eachText(it, look, levels - 1));
        map.values().forEach(it -> eachText(it, look, levels - 1));
      }
      case Record record -> {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
          eachText(part(record, component), look, levels - 1);
        }
      }
      default -> {
        // numbers, enums, and values that mask themselves have no text
      }
    }
  }

  private static @Nullable Object part(Record record, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException unreadable) {
      throw new IllegalStateException("can't inspect " + component, unreadable);
    }
  }
}
