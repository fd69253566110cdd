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
  void figures_stand_under_each_other() {
    assertThat(table.text())
        .isEqualTo("            per second\n  payments      12,000\n  a|b                7\n");
  }

  @Test
  void markdown_has_a_rule_under_its_header_and_its_bars_escaped() {
    assertThat(table.markdown())
        .isEqualTo("|  | per second |\n| --- | ---: |\n| payments | 12,000 |\n| a\\|b | 7 |\n");
  }

  @Test
  void a_goal_that_is_just_met_is_reached_and_one_past_it_is_missed() {
    var limit = Duration.ofSeconds(2);

    assertThat(Goal.within("start", limit, limit).verdict()).isEqualTo("reached");
    assertThat(Goal.within("start", limit.plusMillis(1), limit).verdict()).isEqualTo("MISSED");
  }
}
