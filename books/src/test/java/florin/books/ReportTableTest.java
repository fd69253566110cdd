package florin.books;

import static org.assertj.core.api.Assertions.assertThat;

import florin.books.ReportTable.Cell;
import florin.books.ReportTable.FileFormat;
import florin.core.Currency;
import florin.http.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.YearMonth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports as files. */
class ReportTableTest {
  private static final ReportTable TABLE =
      new ReportTable(
          "fees",
          YearMonth.of(2026, 11),
          List.of("text", "amount"),
          List.of(
              ReportTable.row(Cell.of("=1+1"), Cell.of(-123_456, Currency.get("eur"))),
              ReportTable.row(Cell.of("@a, <b>"), Cell.of(7, Currency.get("jpy")))));

  @Test
  void text_of_a_csv_file_never_becomes_a_formula() {
    Answer file = MonthReportApi.file(TABLE, FileFormat.CSV);

    assertThat(new String(file.body(), StandardCharsets.UTF_8))
        .isEqualTo("text,amount\r\n'=1+1,-1234.56\r\n\"'@a, <b>\",7\r\n");
    assertThat(file.headers())
        .contains(
            new Answer.Header("Content-Disposition", "attachment; filename=\"fees-2026-11.csv\""));
  }

  /** Only a reader of the whole file, such as a spreadsheet, can read the library's files. */
  @Test
  void an_excel_file_has_text_as_text_and_amounts_as_numbers(@TempDir Path folder)
      throws IOException {
    Path file = Files.write(folder.resolve("file.xlsx"), TABLE.bytes(FileFormat.XLSX));

    Map<String, String> parts = new HashMap<>();
    try (var zip = new ZipFile(file.toFile())) {
      for (ZipEntry entry : zip.stream().map(ZipEntry.class::cast).toList()) {
        parts.put(
            entry.getName(),
            new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    assertThat(parts.get("xl/worksheets/sheet1.xml"))
        .contains("<v>-1234.56</v>", "<v>7</v>")
        .doesNotContain("<f>");
    assertThat(parts.get("xl/sharedStrings.xml")).contains("=1+1", "@a, &lt;b&gt;");
    assertThat(parts.get("xl/styles.xml")).contains("#,##0.00");
  }
}
