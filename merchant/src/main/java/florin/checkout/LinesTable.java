package florin.checkout;

import florin.checkout.Cart.LineItem;
import florin.http.Json;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The stored form of a cart's lines: a JSON object in a column. */
final class LinesTable {
  private static final String LINES = "lines";

  private LinesTable() {}

  private record Stored(List<LineItem> lines) {}

  /** Returns the stored form; empty without lines. */
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
