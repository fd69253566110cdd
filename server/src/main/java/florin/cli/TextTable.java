package florin.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table with headings and aligned columns. Amounts are right-aligned. */
final class TextTable {
  static final String AMOUNT = "AMOUNT";

  private static final String GAP = "  ";

  private final List<String> headings;
  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String... headings) {
    this.headings = List.of(headings);
    rows.add(this.headings);
  }

  /** Adds a row. A cell without a value stays empty. */
  void add(@Nullable Object... cells) {
    var row = new ArrayList<String>();
    for (@Nullable Object cell : cells) {
      row.add(cell == null ? "" : cell.toString());
    }
    rows.add(row);
  }

  /** Prints the headings and the rows. Without a row, it prints nothing. */
  void print(PrintStream out) {
    if (rows.size() > 1) {
      rows.forEach(row -> out.println(line(row)));
    }
  }

  /** Prints the rows without the headings: a script reads the first word of one new object. */
  void printRows(PrintStream out) {
    rows.removeFirst();
    rows.forEach(row -> out.println(line(row)));
  }

  private String line(List<String> row) {
    var line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      String padding = " ".repeat(width(column) - row.get(column).length());
      boolean right = headings.get(column).equals(AMOUNT);
      line.append(right ? padding : "").append(row.get(column)).append(right ? "" : padding);
      line.append(GAP);
    }
    return line.toString().stripTrailing();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }
}
