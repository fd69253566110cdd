package florin.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Rows under a header, printed as text or as Markdown for the README. The first column is text; the
 * others are numbers.
 */
record Table(List<String> header, List<List<String>> rows) {
  Table {
    header = List.copyOf(header);
    rows = rows.stream().map(List::copyOf).toList();
  }

  String text() {
    return all().stream().map(this::line).collect(Collectors.joining("\n", "", "\n"));
  }

  String markdown() {
    var lines = new ArrayList<String>();
    lines.add(markdown(header));
    lines.add(
        markdown(
            IntStream.range(0, header.size()).mapToObj(i -> i == 0 ? "---" : "---:").toList()));
    rows.forEach(row -> lines.add(markdown(row)));
    return String.join("\n", lines) + "\n";
  }

  private static String markdown(List<String> row) {
    return row.stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }

  private String line(List<String> row) {
    return IntStream.range(0, row.size())
        .mapToObj(i -> padded(row.get(i), width(i), i == 0))
        .collect(Collectors.joining("  ", "  ", ""))
        .stripTrailing();
  }

  private int width(int column) {
    return all().stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }

  private List<List<String>> all() {
    var all = new ArrayList<List<String>>();
    all.add(header);
    all.addAll(rows);
    return all;
  }

  private static String padded(String cell, int width, boolean left) {
    String pad = " ".repeat(width - cell.length());
    return left ? cell + pad : pad + cell;
  }
}
