package florin.http;

import florin.core.Currency;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The form that a field must have for its value to be stored. No form allows free text of a client.
 * Any other value becomes {@link FieldList#NOT_KEPT}.
 */
sealed interface FieldShape {
  /** Returns the stored form of a non-null value. */
  Object kept(JsonNode sent);

  /**
   * Parses a shape.
   *
   * @param text its name and arguments: `word automatic manual`
   */
  static FieldShape parse(String text) {
    String[] words = text.split(" +");
    List<String> more = Arrays.asList(words).subList(1, words.length);
    return switch (words[0]) {
      case "hidden" -> new Hidden();
      case "whole" -> new Whole();
      case "flag" -> new Flag();
      case "currency" -> new CurrencyCode();
      case "keys" -> new KeysOnly();
      case "id" -> new IdOf(Set.copyOf(more));
      case "word" -> new Word(Set.copyOf(more));
      default -> throw new IllegalArgumentException("no shape is called " + words[0]);
    };
  }

  /** A field whose presence is stored, but not its value. */
  record Hidden() implements FieldShape {
    @Override
    public Object kept(JsonNode sent) {
      return FieldList.NOT_KEPT;
    }
  }

  /**
   * An integer, in JSON or in a query, of at most 12 digits: enough for an amount, and fewer than a
   * card number.
   */
  record Whole() implements FieldShape {
    private static final Pattern DIGITS = Pattern.compile("-?[0-9]{1,12}");

    @Override
    public Object kept(JsonNode sent) {
      String written = sent.isNumber() ? sent.toString() : sent.stringValue("");
      return DIGITS.matcher(written).matches() ? Long.valueOf(written) : FieldList.NOT_KEPT;
    }
  }

  /** A field that is true or false. */
  record Flag() implements FieldShape {
    @Override
    public Object kept(JsonNode sent) {
      String written = sent.isBoolean() ? sent.toString() : sent.stringValue("");
      return Set.of("true", "false").contains(written)
          ? Boolean.valueOf(written)
          : FieldList.NOT_KEPT;
    }
  }

  /** A field with one of the words of a closed list. */
  record Word(Set<String> words) implements FieldShape {
    @Override
    public Object kept(JsonNode sent) {
      return text(sent).filter(words::contains).orElse(FieldList.NOT_KEPT);
    }
  }

  /** A field with the code of an existing currency. */
  record CurrencyCode() implements FieldShape {
    @Override
    public Object kept(JsonNode sent) {
      return text(sent).filter(code -> Currency.find(code).isPresent()).orElse(FieldList.NOT_KEPT);
    }
  }

  /**
   * An id.
   *
   * @param prefixes the prefixes of its kinds; empty for any
   */
  record IdOf(Set<String> prefixes) implements FieldShape {
    @Override
    public Object kept(JsonNode sent) {
      return text(sent).filter(this::is).orElse(FieldList.NOT_KEPT);
    }

    private boolean is(String text) {
      return IdText.is(text)
          && (prefixes.isEmpty() || prefixes.contains(text.substring(0, text.indexOf('_'))));
    }
  }

  /** Metadata: the keys that are plain names, and no values. */
  record KeysOnly() implements FieldShape {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z_.-]{0,37}[0-9]{0,2}");

    static final int MAX_KEYS = 20;

    @Override
    public Object kept(JsonNode sent) {
      if (!(sent instanceof ObjectNode object)) {
        return FieldList.NOT_KEPT;
      }
      var kept = new LinkedHashMap<String, Object>();
      for (String key : object.propertyNames()) {
        if (kept.size() < MAX_KEYS && NAME.matcher(key).matches()) {
          kept.put(key, FieldList.NOT_KEPT);
        }
      }
      if (kept.size() < object.size()) {
        kept.put(FieldList.OTHERS, FieldList.NOT_KEPT);
      }
      return kept;
    }
  }

  private static Optional<String> text(JsonNode sent) {
    return Optional.ofNullable(sent.stringValue(null));
  }
}
