package florin.books;

import florin.core.Currency;
import florin.page.Csv;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.YearMonth;
import java.util.List;
import java.util.Locale;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;

/**
 * A report as a file for spreadsheets. In CSV, a guard keeps text from becoming a formula. In XLSX,
 * text is always text.
 *
 * @param name of the report, and the beginning of the file's name
 */
public record ReportTable(
    String name, YearMonth month, List<String> columns, List<List<Cell>> rows) {
  private static final int WIDTH = 18;

  public ReportTable {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /** The formats of files, with their media types. */
  public enum FileFormat {
    CSV("text/csv"),
    XLSX("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");

    private final String mediaType;

    FileFormat(String mediaType) {
      this.mediaType = mediaType;
    }

    /** Returns the ending of a file's name. */
    public String ending() {
      return name().toLowerCase(Locale.ROOT);
    }

    String mediaType() {
      return mediaType;
    }
  }

  /** A cell: text, or a number with its decimals. */
  public sealed interface Cell {
    record Text(String text) implements Cell {}

    record Decimal(BigDecimal value) implements Cell {}

    static Cell of(String text) {
      return new Text(text);
    }

    static Cell of(long number) {
      return new Decimal(BigDecimal.valueOf(number));
    }

    static Cell of(long minor, Currency currency) {
      return new Decimal(BigDecimal.valueOf(minor, currency.exponent()));
    }

    static Cell of(Currency currency) {
      return new Text(currency.code().toUpperCase(Locale.ROOT));
    }
  }

  /** Returns the name of the file. */
  String fileName(FileFormat format) {
    return "%s-%s.%s".formatted(name, month, format.ending());
  }

  byte[] bytes(FileFormat format) {
    return switch (format) {
      case CSV -> csv().getBytes(StandardCharsets.UTF_8);
      case XLSX -> xlsx();
    };
  }

  /** Returns the lines of a CSV file. */
  public String csv() {
    var text = new StringBuilder(Csv.line(columns));
    rows.forEach(row -> text.append(Csv.line(row.stream().map(ReportTable::text).toList())));
    return text.toString();
  }

  private static String text(Cell cell) {
    return switch (cell) {
      case Cell.Text(String text) -> text;
      case Cell.Decimal(BigDecimal value) -> value.toPlainString();
    };
  }

  private byte[] xlsx() {
    var out = new ByteArrayOutputStream();
    try (var book = new Workbook(out, "Florin", "1.0")) {
      Worksheet sheet = book.newWorksheet(name + " " + month);
      for (int column = 0; column < columns.size(); column++) {
        sheet.value(0, column, columns.get(column));
        sheet.width(column, WIDTH);
      }
      sheet.range(0, 0, 0, columns.size() - 1).style().bold().set();
      sheet.freezePane(0, 1);
      for (int row = 0; row < rows.size(); row++) {
        write(sheet, row + 1, rows.get(row));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static void write(Worksheet sheet, int row, List<Cell> cells) {
    for (int column = 0; column < cells.size(); column++) {
      switch (cells.get(column)) {
        case Cell.Text(String text) -> sheet.value(row, column, text);
        case Cell.Decimal(BigDecimal value) -> {
          sheet.value(row, column, value);
          String decimals = value.scale() > 0 ? "." + "0".repeat(value.scale()) : "";
          sheet.style(row, column).format("#,##0" + decimals).set();
        }
      }
    }
  }

  /** Collects the cells of a row. */
  static List<Cell> row(Cell... cells) {
    return List.of(cells);
  }
}
