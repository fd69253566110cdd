package florin.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  private final Table table =
      new Table(
          List.of("", "per second"), List.of(List.of("payments", "12,000"), List.of("a|b", "7")));

  @Test
  void numbers_are_aligned_in_columns() {
    assertThat(table.text())
        .isEqualTo("            per second\n  payments      12,000\n  a|b                7\n");
  }

  @Test
  void a_markdown_table_has_a_separator_and_escaped_bars() {
    assertThat(table.markdown())
        .isEqualTo("|  | per second |\n| --- | ---: |\n| payments | 12,000 |\n| a\\|b | 7 |\n");
  }

  @Test
  void a_duration_meets_its_goal_up_to_the_limit() {
    var limit = Duration.ofSeconds(2);

    assertThat(Goal.within("start", limit, limit).verdict()).isEqualTo("reached");
    assertThat(Goal.within("start", limit.plusMillis(1), limit).verdict()).isEqualTo("MISSED");
  }
}
