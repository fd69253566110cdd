package florin.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Formats JSON as HTML. Short objects and lists fit on one line. Strings are in `i` elements;
 * numbers, booleans and `null` are in `b` elements.
 */
final class JsonMarkup {
  /** The width of a panel in characters, less the length of a name. */
  private static final int LINE = 44;

  private static final String INDENT = "  ";

  private JsonMarkup() {}

  static String of(@Nullable Object value) {
    return within(value, "");
  }

  /** Returns the value, with this indent before every line except the first. */
  static String within(@Nullable Object value, String indent) {
    return switch (value) {
      // Always on several lines, because a request is read as a list of parameters.
      case Map<?, ?> map when !map.isEmpty() -> lines("{", fields(map, indent), "}", indent);
      case null, default -> of(value, indent);
    };
  }

  private static String of(@Nullable Object value, String indent) {
    return switch (value) {
      case Map<?, ?> map -> enclosed("{", fields(map, indent), "}", indent);
      case List<?> list -> enclosed("[", entries(list, indent), "]", indent);
      case String text -> "<i>" + quoted(text) + "</i>";
      case null -> "<b>null</b>";
      default -> "<b>" + Html.escaped(value.toString()) + "</b>";
    };
  }

  private static List<String> fields(Map<?, ?> map, String indent) {
    var fields = new ArrayList<String>();
    map.forEach((name, value) ->
        fields.add(quoted(String.valueOf(name)) + ": " + of(value, indent + INDENT)));
    return fields;
  }

  private static List<String> entries(List<?> list, String indent) {
    return list.stream().map(entry -> of(entry, indent + INDENT)).toList();
  }

  private static String enclosed(String begin, List<String> inner, String end, String indent) {
    String line = begin + String.join(", ", inner) + end;
    boolean fits = shown(line) + indent.length() <= LINE && !line.contains("\n");
    return inner.isEmpty() || fits ? line : lines(begin, inner, end, indent);
  }

  private static String lines(String begin, List<String> inner, String end, String indent) {
    return inner.stream()
        .map(part -> indent + INDENT + part)
        .collect(Collectors.joining(",\n", begin + "\n", "\n" + indent + end));
  }

  /** Returns the number of visible characters. */
  private static int shown(String html) {
    return html.replaceAll("<[^>]*>", "").replaceAll("&[a-z0-9#]+;", "x").length();
  }

  private static String quoted(String text) {
    String escaped =
        text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\t", "\\t");
    return Html.escaped("\"" + escaped + "\"");
  }
}
