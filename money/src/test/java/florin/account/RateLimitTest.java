package florin.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.core.Id.KeyId;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RateLimitTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final KeyId key = new KeyId(UUID.randomUUID());
  private final RateLimit<KeyId> limit = new RateLimit<>(10, 20);

  @Test
  void a_burst_passes_and_further_requests_wait() {
    for (int i = 0; i < 20; i++) {
      assertThat(limit.take(key, 0).allowed()).isTrue();
    }
    RateLimit.Quota refused = limit.take(key, 0);
    assertThat(refused.allowed()).isFalse();
    assertThat(refused.remaining()).isZero();
    assertThat(refused.retryAfter()).isEqualTo(Duration.ofMillis(100));
    assertThat(refused.reset()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void tokens_are_refilled_at_the_rate_up_to_the_burst() {
    for (int i = 0; i < 20; i++) {
      limit.take(key, 0);
    }
    RateLimit.Quota half = limit.take(key, SECOND / 20);
    assertThat(half.allowed()).isFalse();
    assertThat(half.retryAfter()).isEqualTo(Duration.ofMillis(50));
    assertThat(limit.take(key, SECOND / 10).allowed()).isTrue();
    assertThat(limit.take(key, 1000 * SECOND).remaining()).isEqualTo(19);
  }

  @Test
  void each_response_has_the_remaining_requests_and_the_reset_time() {
    long start = 7 * SECOND;

    assertThat(limit.take(key, start))
        .isEqualTo(new RateLimit.Quota(true, 10, 19, Duration.ofMillis(100), Duration.ZERO));
    assertThat(limit.take(key, start))
        .isEqualTo(new RateLimit.Quota(true, 10, 18, Duration.ofMillis(200), Duration.ZERO));
    assertThat(limit.take(key, start + SECOND / 10))
        .isEqualTo(new RateLimit.Quota(true, 10, 18, Duration.ofMillis(200), Duration.ZERO));
    assertThat(limit.take(key, start - SECOND).remaining()).as("clock set back").isEqualTo(17);
  }

  @Test
  void a_returned_token_can_be_taken_again_and_the_burst_does_not_grow() {
    for (int i = 0; i < 20; i++) {
      limit.take(key, 0);
    }
    limit.giveBack(key);
    assertThat(limit.take(key, 0).allowed()).isTrue();
    assertThat(limit.take(key, 0).allowed()).isFalse();

    KeyId other = new KeyId(UUID.randomUUID());
    limit.giveBack(other);
    assertThat(limit.take(other, 0).remaining()).isEqualTo(19);
    limit.giveBack(other);
    limit.giveBack(other);
    assertThat(limit.take(other, 0).remaining()).isEqualTo(19);
  }

  @Test
  void keys_do_not_share_a_bucket() {
    for (int i = 0; i < 20; i++) {
      limit.take(key, 0);
    }
    assertThat(limit.take(new KeyId(UUID.randomUUID()), 0).allowed()).isTrue();
  }

  @Test
  void an_invalid_limit_cannot_be_created() {
    assertThat(new RateLimit<KeyId>(1, 1).take(key, 0).allowed()).isTrue();
    assertThatThrownBy(() -> new RateLimit<>(0, 10)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RateLimit<>(10, 9)).isInstanceOf(IllegalArgumentException.class);
  }
}
