package florin.dashboard.list;

import static org.assertj.core.api.Assertions.assertThat;

import florin.page.Csv;
import florin.testing.NaughtyStrings;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {
  /** A cell with or without quotes. */
  private static final Pattern CELL =
      Pattern.compile("\"((?:[^\"]|\"\")*+)\"(?=,|$)|([^\",\r\n]*+)(?=,|$)");

  @Test
  void text_that_would_end_a_cell_is_quoted() {
    assertThat(Csv.line(List.of("plain", "a,b", "say \"hi\"", "two\nlines", "")))
        .isEqualTo("plain,\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",\r\n");
  }

  @Test
  void every_text_is_read_back_from_its_cell_unchanged_and_none_is_a_formula() {
    for (String text : NaughtyStrings.all()) {
      List<String> cells = read(Csv.line(List.of("before", text, "behind")));

      assertThat(cells).hasSize(3).startsWith("before").endsWith("behind");
      assertThat(unguarded(cells.get(1))).isEqualTo(unguarded(text));
      assertThat(cells.get(1)).doesNotMatch("(?s)[=+\\-@\t\r\n].*");
      assertThat(cellsOfAnyImporter("before," + Csv.line(List.of(text))))
          .noneMatch(CsvTest::isFormula);
    }
  }

  /** Removes apostrophes, which are the guards, so that texts can be compared. */
  private static String unguarded(String text) {
    return text.replace("'", "");
  }

  /** Splits a line at every common separator, as an importer does that ignores quotes. */
  private static List<String> cellsOfAnyImporter(String line) {
    return List.of(line.split("[;\t\r\n]"));
  }

  private static boolean isFormula(String cell) {
    return cell.matches("(?s)[ \u00a0\"]*[=+@\\-＝＋－＠].*");
  }

  /** Reads a line as RFC 4180 defines it: two quotes within quotes are one quote. */
  private static List<String> read(String line) {
    assertThat(line).endsWith("\r\n");
    String rest = line.substring(0, line.length() - 2);
    var cells = new ArrayList<String>();
    Matcher cell = CELL.matcher(rest);
    int end = -1;
    while (end < rest.length() && cell.find(end + 1)) {
      assertThat(cell.start()).isEqualTo(end + 1);
      cells.add(cell.group(1) == null ? cell.group(2) : cell.group(1).replace("\"\"", "\""));
      end = cell.end();
    }
    return cells;
  }

  @ParameterizedTest
  @ValueSource(strings = {"=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", " =1+1", "＝1+1"})
  void text_that_a_spreadsheet_would_execute_is_escaped(String formula) {
    assertThat(Csv.line(List.of(formula)).replace("\"", "")).startsWith("'" + formula.charAt(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a;=1+1",
        "a\t=1+1",
        "a\n=1+1",
        "a\r\n@SUM(A1)",
        "a; -1+1",
        "a;\"=1+1",
        "a,b;\"\"+1",
        "a;b\t＝1+1",
        "first=1; =cmd|' /c calc'!A1=2",
        "a; \u00a0@x",
        ";=1",
        "a;;-x"
      })
  void it_is_also_escaped_for_importers_that_split_at_semicolons_or_tabs(String typed) {
    assertThat(cellsOfAnyImporter("before," + typed)).anyMatch(CsvTest::isFormula);

    assertThat(cellsOfAnyImporter(Csv.line(List.of("before", typed))))
        .noneMatch(CsvTest::isFormula);
  }

  @Test
  void a_negative_amount_is_a_number_and_harmless_text_is_unchanged() {
    assertThat(Csv.line(List.of("-12.34", "a=b; c=d", "a-b\tc+d", "x@y.example; z")))
        .isEqualTo("-12.34,a=b; c=d,a-b\tc+d,x@y.example; z\r\n");
  }
}
