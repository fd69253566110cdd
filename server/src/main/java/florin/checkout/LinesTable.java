package florin.checkout;

import florin.http.Json;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** How the lines of a cart stand in a column: an object that holds them. */
final class LinesTable {
  private static final String LINES = "lines";

  private LinesTable() {}

  private record Stored(List<LineItem> lines) {}

  /** Empty where there are none. */
  static Optional<String> text(List<LineItem> lines) {
    return lines.isEmpty() ? Optional.empty() : Optional.of(Json.text(new Stored(lines)));
  }

  static List<LineItem> read(Optional<String> stored) {
    return stored
        .map(text -> (List<?>) Objects.requireNonNull(Json.readObject(text).get(LINES)))
        .map(lines -> lines.stream().map(line -> line((Map<?, ?>) line)).toList())
        .orElseGet(List::of);
  }

  private static LineItem line(Map<?, ?> line) {
    return new LineItem(
        (String) Objects.requireNonNull(line.get("name")),
        ((Number) Objects.requireNonNull(line.get("quantity"))).intValue(),
        ((Number) Objects.requireNonNull(line.get("amount"))).longValue());
  }
}
