package florin.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table with headings and aligned columns. Amounts are right-aligned. On a terminal, the headings
 * and the column {@link #STATUS} have colors.
 */
final class TextTable {
  static final String AMOUNT = "AMOUNT";
  static final String STATUS = "STATUS";

  private static final String GAP = "  ";

  private final List<String> headings;
  private final List<List<String>> rows = new ArrayList<>();
  private final List<Optional<Color>> colors = new ArrayList<>();
  private final Display display;

  TextTable(String... headings) {
    this(Display.PLAIN, headings);
  }

  /** Creates a table whose rows can have colors. */
  TextTable(Display display, String... headings) {
    this.display = display;
    this.headings = List.of(headings);
    rows.add(this.headings);
    colors.add(Optional.of(Color.GRAY));
  }

  /** Adds a row with a status in this color. */
  void add(Color status, @Nullable Object... cells) {
    add(cells);
    colors.set(colors.size() - 1, Optional.of(status));
  }

  /** Adds a row. A cell without a value stays empty. */
  void add(@Nullable Object... cells) {
    var row = new ArrayList<String>();
    for (@Nullable Object cell : cells) {
      row.add(cell == null ? "" : cell.toString());
    }
    rows.add(row);
    colors.add(Optional.empty());
  }

  /** Prints the headings and the rows. Without a row, it prints nothing. */
  void print(PrintStream out) {
    if (rows.size() > 1) {
      for (int row = 0; row < rows.size(); row++) {
        out.println(line(row));
      }
    }
  }

  /** Prints the rows without the headings: a script reads the first word of one new object. */
  void printRows(PrintStream out) {
    for (int row = 1; row < rows.size(); row++) {
      out.println(line(row));
    }
  }

  private String line(int number) {
    List<String> row = rows.get(number);
    var line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      String padding = " ".repeat(width(column) - row.get(column).length());
      boolean right = headings.get(column).equals(AMOUNT);
      boolean hasColor = number == 0 || headings.get(column).equals(STATUS);
      String cell = hasColor ? colored(number, row.get(column)) : row.get(column);
      line.append(right ? padding : "").append(cell).append(right ? "" : padding);
      line.append(GAP);
    }
    return line.toString().stripTrailing();
  }

  private String colored(int number, String cell) {
    return colors.get(number).map(color -> display.colored(color, cell)).orElse(cell);
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }
}
