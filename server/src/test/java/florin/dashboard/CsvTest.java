package florin.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.NaughtyStrings;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {
  /** In quotes, or without any. */
  private static final Pattern CELL =
      Pattern.compile("\"((?:[^\"]|\"\")*+)\"(?=,|$)|([^\",\r\n]*+)(?=,|$)");

  @Test
  void what_would_end_a_cell_is_quoted() {
    assertThat(Csv.line(List.of("plain", "a,b", "say \"hi\"", "two\nlines", "")))
        .isEqualTo("plain,\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",\r\n");
  }

  @Test
  void every_text_comes_out_of_its_cell_as_it_was_and_none_is_a_formula() {
    for (String text : NaughtyStrings.all()) {
      List<String> cells = read(Csv.line(List.of("before", text, "behind")));

      assertThat(cells).hasSize(3).startsWith("before").endsWith("behind");
      assertThat(cells.get(1)).isIn(text, "'" + text).doesNotMatch("(?s)[=+\\-@\t\r\n].*");
    }
  }

  /** As RFC 4180 has it: quotes are doubled within quotes, and nothing else is special there. */
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
  @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"})
  void what_a_spreadsheet_would_run_is_text(String formula) {
    assertThat(Csv.line(List.of(formula)).replace("\"", "")).startsWith("'" + formula.charAt(0));
  }
}
