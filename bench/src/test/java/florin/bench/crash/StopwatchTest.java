package florin.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StopwatchTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void on_an_idle_machine_the_full_time_counts() {
    assertThat(Stopwatch.counted(MINUTE, Duration.ZERO, 2)).isEqualTo(MINUTE);
    assertThat(Stopwatch.counted(MINUTE, Duration.ofSeconds(-1), 2)).isEqualTo(MINUTE);
  }

  @Test
  void cpu_time_of_other_processes_on_all_cores_does_not_count() {
    assertThat(Stopwatch.counted(MINUTE, Duration.ofSeconds(40), 2))
        .isEqualTo(Duration.ofSeconds(40));
  }

  @Test
  void a_hanging_process_is_late_however_busy_the_machine_is() {
    assertThat(Stopwatch.counted(MINUTE, MINUTE.multipliedBy(2), 2))
        .isEqualTo(Duration.ofSeconds(15));
  }
}
