package florin.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {
  @Test
  void what_would_end_a_cell_is_quoted() {
    assertThat(Csv.line(List.of("plain", "a,b", "say \"hi\"", "two\nlines", "")))
        .isEqualTo("plain,\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"})
  void what_a_spreadsheet_would_run_is_text(String formula) {
    assertThat(Csv.line(List.of(formula)).replace("\"", "")).startsWith("'" + formula.charAt(0));
  }
}
