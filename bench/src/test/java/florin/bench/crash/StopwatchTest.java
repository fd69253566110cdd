package florin.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StopwatchTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void on_a_machine_of_our_own_all_of_the_time_counts() {
    assertThat(Stopwatch.counted(MINUTE, Duration.ZERO, 2)).isEqualTo(MINUTE);
    assertThat(Stopwatch.counted(MINUTE, Duration.ofSeconds(-1), 2)).isEqualTo(MINUTE);
  }

  @Test
  void what_others_use_of_all_cores_together_does_not_count() {
    assertThat(Stopwatch.counted(MINUTE, Duration.ofSeconds(40), 2))
        .isEqualTo(Duration.ofSeconds(40));
  }

  @Test
  void however_busy_others_are_who_hangs_is_late_in_the_end() {
    assertThat(Stopwatch.counted(MINUTE, MINUTE.multipliedBy(2), 2))
        .isEqualTo(Duration.ofSeconds(15));
  }
}
