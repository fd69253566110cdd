package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The budgets of decision 020. */
class BudgetsTest {
  private final Budgets small = Budgets.of(64L << 20);
  private final Budgets large = Budgets.of(320L << 20);

  @Test
  void a_heap_of_64_mib_has_the_limits_of_the_decision() {
    // The 40 MiB that Florin itself needs are subtracted.
    int spare = 24 << 20;

    assertThat(Budgets.spare(64L << 20)).isEqualTo(spare);
    assertThat(small)
        .isEqualTo(
            new Budgets(204, 34, 768, 384, 48, 68, 34, 16, spare / 4, spare / 10, spare / 40));
  }

  @Test
  void a_heap_of_320_mib_has_the_limits_of_the_decision() {
    int spare = 280 << 20;

    assertThat(large)
        .isEqualTo(
            new Budgets(
                2389, 398, 8192, 4096, 512, 796, 398, 64, spare / 4, spare / 10, spare / 40));
  }

  @Test
  void the_smallest_heap_still_has_slots_and_the_largest_no_more_than_useful() {
    assertThat(Budgets.spare(40L << 20)).as("at least an eighth of the heap").isEqualTo(5 << 20);
    assertThat(Budgets.of(1 << 20))
        .isEqualTo(new Budgets(64, 32, 64, 32, 16, 32, 16, 16, 64 << 10, 64 << 10, 64 << 10));
    Budgets huge = Budgets.of(64L << 30);
    assertThat(huge.connections()).isEqualTo(16_384);
    assertThat(huge.running()).isEqualTo(4096);
    assertThat(huge.bytes()).isEqualTo(Integer.MAX_VALUE);
  }

  @ParameterizedTest
  @CsvSource({
    "KEYS, 4096, 73400320, 55050240",
    "BROWSERS, 512, 29360128, 14680064",
    "PAYERS, 512, 7340032, 3670016",
    "EVERYBODY, 512, 7340032, 3670016"
  })
  void each_traffic_class_has_limits_and_one_party_a_part_of_them(
      TrafficClass trafficClass, int running, int bytes, int bytesPerParty) {
    assertThat(large.running(trafficClass)).isEqualTo(running);
    assertThat(large.bytes(trafficClass)).isEqualTo(bytes);
    assertThat(large.bytesPerParty(trafficClass)).isEqualTo(bytesPerParty);
  }

  @Test
  void requests_without_a_key_have_a_quarter_of_the_slots_and_an_account_leaves_an_eighth() {
    assertThat(large.unauthenticated()).isEqualTo(2048);
    assertThat(large.presentPerAccount()).isEqualTo(5120);
    assertThat(large.servedPerAccount()).isEqualTo(4480);
    assertThat(large.connectionsPerAccount()).isEqualTo(2389 - 2389 / 4);
  }

  @Test
  void the_limit_of_running_requests_can_only_be_lowered() {
    assertThat(large.withRunning(100).running()).isEqualTo(100);
    assertThat(large.withRunning(100).runningOfOthers()).isEqualTo(100);
    assertThat(large.withRunning(600).runningOfOthers()).isEqualTo(512);
    assertThat(large.withRunning(9999)).isEqualTo(large);
  }
}
