package florin.api;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Reply;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * An object that the API creates, with its text fields.
 *
 * @param base the body without the text fields
 * @param onPage the fields that its dashboard page shows: a harmless text for each JSON Pointer
 * @param besides the fields that only its JSON shows, in the same form
 */
record TextFields(
    String path, String base, Map<String, String> onPage, Map<String, String> besides) {
  static final String KEY = "/metadata#key";
  static final String VALUE = "/metadata#value";

  static final Map<String, String> PERSON =
      Map.of(
          "/name", "Jo March",
          "/email", "jo@example.com",
          "/address/line1", "1 Orchard House",
          "/address/line2", "Second floor",
          "/address/city", "Concord",
          "/address/state", "MA",
          "/address/postal_code", "01742");

  static Map<String, String> under(String pointer, Map<String, String> fields) {
    return fields.entrySet().stream()
        .collect(Collectors.toMap(field -> pointer + field.getKey(), Map.Entry::getValue));
  }

  TextFields with(String field, String harmless) {
    var more = new HashMap<>(onPage);
    more.put(field, harmless);
    return new TextFields(path, base, more, besides);
  }

  TextFields withMetadataOnPage() {
    return new TextFields(path, base, withMetadata(onPage), besides);
  }

  TextFields withMetadataBesides() {
    return new TextFields(path, base, onPage, withMetadata(besides));
  }

  private static Map<String, String> withMetadata(Map<String, String> fields) {
    var more = new HashMap<>(fields);
    more.put(KEY, "key");
    more.put(VALUE, "value");
    return more;
  }

  Set<String> names() {
    return Stream.concat(onPage.keySet().stream(), besides.keySet().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  Set<String> shown() {
    return onPage.keySet();
  }

  Map<String, String> harmless(Set<String> fields) {
    return fields.stream()
        .collect(
            Collectors.toMap(
                field -> field,
                field -> onPage.getOrDefault(field, besides.getOrDefault(field, ""))));
  }

  /**
   * Returns the body with these texts. It inserts them as ASCII in place of markers, since Jackson
   * rejects some of them.
   */
  String body(Map<String, String> texts) {
    var json = (ObjectNode) Contract.JSON.readTree(base);
    var marks = new LinkedHashMap<String, String>();
    texts.forEach((pointer, text) -> {
      String mark = "@" + marks.size() + "@";
      marks.put('"' + mark + '"', TextInputTest.quoted(text));
      if (pointer.equals(KEY)) {
        json.putObject("metadata").put(mark, "@value@");
      } else if (!pointer.equals(VALUE)) {
        put(json, List.of(pointer.substring(1).split("/")), mark);
      }
    });
    if (texts.containsKey(VALUE) && !texts.containsKey(KEY)) {
      json.putObject("metadata").put("key", "@value@");
    }
    marks.put("\"@value@\"", TextInputTest.quoted(texts.getOrDefault(VALUE, "value")));
    String body = json.toString();
    for (var mark : marks.entrySet()) {
      body = body.replace(mark.getKey(), mark.getValue());
    }
    return body;
  }

  private static void put(ObjectNode json, List<String> steps, String text) {
    ObjectNode at = json;
    for (String step : steps.subList(0, steps.size() - 1)) {
      at = at.get(step) instanceof ObjectNode there ? there : at.putObject(step);
    }
    at.put(steps.getLast(), text);
  }

  /**
   * Removes the fields that Florin rejected. The error names each of them and says what is wrong.
   */
  void dropRefused(Set<String> fields, Reply refused) {
    assertThat(refused.status()).as(refused.body()).isEqualTo(400);
    assertThat(refused.text("/error/message")).as(refused.body()).isNotBlank();
    if (refused.text("/error/code").equals("invalid_json")) {
      fields.clear();
      return;
    }
    List<String> params =
        refused.has("/error/errors")
            ? refused.texts("/error/errors", "param")
            : List.of(refused.text("/error/param"));
    for (String param : params) {
      if (param.startsWith("metadata")) {
        fields.remove(fields.contains(KEY) ? KEY : VALUE);
      } else {
        assertThat(fields.remove("/" + param.replace('.', '/'))).as(refused.body()).isTrue();
      }
    }
  }
}
