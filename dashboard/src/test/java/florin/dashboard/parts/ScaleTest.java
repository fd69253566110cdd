package florin.dashboard.parts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleTest {
  @ParameterizedTest
  @CsvSource({
    "0, 100, 1, 2", // cents
    "1, 1, 1, 2",
    "3, 1, 1, 3",
    "10, 1, 5, 2",
    "17, 1, 5, 4",
    "100, 100, 25, 4", // a dollar
    "2234, 100, 1000, 3",
    "98000, 100, 25000, 4",
    "98000, 1000, 25000, 4",
    "4100000, 100, 2000000, 3"
  })
  void lines_are_at_round_values(long most, long unit, long step, int steps) {
    assertThat(Scale.of(most, unit)).isEqualTo(new Scale(step, steps));
  }

  @Test
  void no_value_is_above_the_top_and_there_are_three_to_five_lines() {
    var random = new Random(20_261_122);
    for (int i = 0; i < 10_000; i++) {
      long most = random.nextLong(1L << random.nextInt(1, 50));
      Scale scale = Scale.of(most, 100);
      assertThat(scale.top()).as("top for %d", most).isGreaterThanOrEqualTo(most);
      assertThat(scale.values().size()).as("lines for %d", most).isBetween(3, 5);
    }
  }
}
