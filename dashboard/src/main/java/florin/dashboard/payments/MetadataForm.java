package florin.dashboard.payments;

import florin.core.MetadataChange;
import florin.http.Form;
import florin.http.Format;
import florin.http.TextFormats;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The form that edits metadata: a line for each key, and some empty ones. Clearing a key's line
 * removes it.
 */
public record MetadataForm(Form form, List<MetadataLine> lines) {
  private static final int EMPTY_LINES = 2;
  private static final String KEY = "key";
  private static final String VALUE = "value";

  private static final Format<String> KEY_FORMAT = TextFormats.line(MetadataChange.MAX_KEY_LENGTH);
  private static final Format<String> VALUE_FORMAT =
      TextFormats.paragraph(MetadataChange.MAX_VALUE_LENGTH);

  /** The keys when the page was loaded. Keys that another member adds in the meantime stay. */
  private static final String WAS = "was";

  public MetadataForm {
    lines = List.copyOf(lines);
  }

  /**
   * A line of the form.
   *
   * @param was the stored key; empty for a new one
   */
  public record MetadataLine(String was, String key, String value) {}

  static MetadataForm of(Form form, Map<String, String> metadata) {
    var lines = new ArrayList<MetadataLine>();
    metadata.forEach((key, value) -> lines.add(new MetadataLine(key, key, value)));
    return filled(form, lines);
  }

  /** Returns a submitted form with its errors. */
  static MetadataForm sent(Form form) {
    List<String> was = form.texts(WAS);
    return filled(
        form,
        IntStream.range(0, lines(form))
            .mapToObj(
                i -> new MetadataLine(at(was, i), at(form.texts(KEY), i), at(form.texts(VALUE), i)))
            .filter(line -> !(line.was() + line.key() + line.value()).isEmpty())
            .toList());
  }

  private static MetadataForm filled(Form form, List<MetadataLine> given) {
    var lines = new ArrayList<>(given);
    for (int i = 0; i < EMPTY_LINES && lines.size() < MetadataChange.MAX_KEYS; i++) {
      lines.add(new MetadataLine("", "", ""));
    }
    return new MetadataForm(form, lines);
  }

  /** Returns the changes as an API request has them. An empty value removes a key. */
  static Map<String, String> read(Form form, Map<String, String> stored) {
    var metadata = new LinkedHashMap<String, String>();
    var named = new HashSet<String>();
    for (int i = 0; i < lines(form); i++) {
      String key = at(form.texts(KEY), i).strip();
      String value = at(form.texts(VALUE), i).strip().replace("\r\n", "\n");
      if (key.isEmpty() && !value.isEmpty()) {
        form.wrong(KEY, "Enter a key for each value.");
      } else if (!key.isEmpty() && !named.add(key)) {
        form.wrong(KEY, "Use each key once.");
      } else if (!key.isEmpty()) {
        form.check(KEY, key, KEY_FORMAT);
        form.check(VALUE, value, VALUE_FORMAT);
        metadata.put(key, value);
      }
    }
    form.texts(WAS).stream()
        .filter(key -> stored.containsKey(key) && !named.contains(key))
        .forEach(key -> metadata.put(key, ""));
    return metadata;
  }

  private static int lines(Form form) {
    return Math.min(
        Math.max(form.texts(KEY).size(), form.texts(VALUE).size()),
        MetadataChange.MAX_KEYS + EMPTY_LINES);
  }

  private static String at(List<String> all, int index) {
    return index < all.size() ? all.get(index) : "";
  }
}
