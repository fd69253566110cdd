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
 * What a field may look like for its value to be written down: nothing that a client could have
 * chosen freely. What looks otherwise is {@link FieldList#NOT_KEPT}.
 */
sealed interface FieldShape {
  /** What is written down of a value that is neither null nor of another shape. */
  Object kept(JsonNode sent);

  /**
   * @param text its name, and what belongs to it: `word automatic manual`
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

  /** That it came, and no more. */
  record Hidden() implements FieldShape {
    @Override
    public Object kept(JsonNode sent) {
      return FieldList.NOT_KEPT;
    }
  }

  /**
   * A whole number, in JSON or in a query, of 12 digits at most: as many as an amount has, and
   * fewer than a card number.
   */
  record Whole() implements FieldShape {
    private static final Pattern DIGITS = Pattern.compile("-?[0-9]{1,12}");

    @Override
    public Object kept(JsonNode sent) {
      String written = sent.isNumber() ? sent.toString() : sent.stringValue("");
      return DIGITS.matcher(written).matches() ? Long.valueOf(written) : FieldList.NOT_KEPT;
    }
  }

  /** True or false. */
  record Flag() implements FieldShape {
    @Override
    public Object kept(JsonNode sent) {
      String written = sent.isBoolean() ? sent.toString() : sent.stringValue("");
      return Set.of("true", "false").contains(written)
          ? Boolean.valueOf(written)
          : FieldList.NOT_KEPT;
    }
  }

  /** One of a closed list of words. */
  record Word(Set<String> words) implements FieldShape {
    @Override
    public Object kept(JsonNode sent) {
      return text(sent).filter(words::contains).orElse(FieldList.NOT_KEPT);
    }
  }

  /** A currency that there is. */
  record CurrencyCode() implements FieldShape {
    @Override
    public Object kept(JsonNode sent) {
      return text(sent).filter(code -> Currency.find(code).isPresent()).orElse(FieldList.NOT_KEPT);
    }
  }

  /**
   * An id.
   *
   * @param prefixes of the kinds; empty for any
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

  /** Metadata: of its keys those that are plain names, and no value. */
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
