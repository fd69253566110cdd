package emulator.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanTest {
  @Test
  void the_same_seed_gives_the_same_faults() {
    var mix = Map.of(Fault.TOO_MANY, 200, Fault.LOST_AFTER, 300);
    var one = new Plan<>(Fault.class, 7);
    var other = new Plan<>(Fault.class, 7);
    one.mix(mix);
    other.mix(mix);

    for (int i = 0; i < 500; i++) {
      assertThat(one.take("GET /v1/balance")).isEqualTo(other.take("GET /v1/balance"));
    }
    assertThat(one.happened().get(Fault.LOST_AFTER)).isBetween(100, 200);
  }
}
