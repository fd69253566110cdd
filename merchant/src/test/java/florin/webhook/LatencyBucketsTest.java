package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatencyBucketsTest {
  @ParameterizedTest
  @CsvSource({"0, 0", "5, 0", "6, 1", "10, 1", "1000, 12", "1001, 13", "15000, 19", "15001, 20"})
  void a_latency_is_in_the_bucket_that_ends_with_it_or_the_next_one(long latencyMs, int bucket) {
    assertThat(LatencyBuckets.of(latencyMs)).isEqualTo(bucket);
  }

  @Test
  void the_95th_of_a_hundred_decides() {
    var counts = new long[LatencyBuckets.COUNT];
    assertThat(LatencyBuckets.p95Ms(counts)).isEmpty();
    counts[0] = 95;
    counts[12] = 5;
    assertThat(LatencyBuckets.p95Ms(counts)).contains(5);
    counts[0] = 94;
    counts[12] = 6;
    assertThat(LatencyBuckets.p95Ms(counts)).contains(1000);
  }

  @Test
  void a_latency_above_the_last_bucket_is_reported_as_its_end() {
    var counts = new long[LatencyBuckets.COUNT];
    counts[LatencyBuckets.COUNT - 1] = 1;

    assertThat(LatencyBuckets.p95Ms(counts)).contains(15_000);
  }
}
