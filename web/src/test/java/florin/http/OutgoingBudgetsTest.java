package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The part of the heap that responses of other servers may occupy. */
class OutgoingBudgetsTest {
  @ParameterizedTest
  @CsvSource({
    "32, 16, 1048576",
    "64, 96, 4194304",
    "512, 1888, 82487978",
    "4096, 16224, 708837376"
  })
  void responses_of_other_servers_use_a_part_of_the_remaining_heap(
      long heapMiB, int webhookAttempts, int providerBytes) {
    assertThat(OutgoingBudgets.of(heapMiB << 20))
        .isEqualTo(new OutgoingBudgets(webhookAttempts, providerBytes));
  }
}
