package florin.team;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.SessionId;
import florin.db.Db;
import florin.db.TestPostgres;
import florin.team.Lockout.Guess;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LockoutTest {
  private final Db db = new Db(TestPostgres.freshDatabase());
  private Instant now = Instant.parse("2026-11-21T12:00:00Z");
  private final Lockout lockout = new Lockout(db, () -> now);

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void each_failure_past_the_free_ones_locks_for_twice_as_long_up_to_a_bound() {
    List<Long> seconds =
        IntStream.rangeClosed(4, 12)
            .mapToObj(failures -> Lockout.lock(failures, 4).map(Duration::toSeconds).orElse(0L))
            .toList();

    assertThat(seconds).containsExactly(0L, 30L, 60L, 120L, 240L, 480L, 900L, 900L, 900L);
    assertThat(Lockout.lock(Integer.MAX_VALUE, 4)).contains(Lockout.LONGEST_LOCK);
  }

  @Test
  void while_it_is_locked_no_attempt_counts_and_the_wait_is_reported() {
    for (int i = 0; i < 5; i++) {
      assertThat(lockout.begin(Guess.of("Ada@example.com", "192.0.2.1"))).isEmpty();
    }
    now = now.plusSeconds(10);
    assertThat(lockout.begin(Guess.of("ada@EXAMPLE.com", "192.0.2.2")))
        .contains(Duration.ofSeconds(20));
    assertThat(lockout.begin(Guess.of("eve@example.com", "192.0.2.2"))).isEmpty();

    now = now.plusSeconds(20);
    assertThat(lockout.begin(Guess.of("ada@example.com", "192.0.2.1"))).isEmpty();
    assertThat(lockout.begin(Guess.of("ada@example.com", "192.0.2.1")))
        .contains(Duration.ofSeconds(60));
  }

  @Test
  void a_success_forgets_the_failures() {
    for (int i = 0; i < 3; i++) {
      lockout.begin(Guess.of("ada@example.com", "192.0.2.1"));
    }
    assertThat(lockout.succeeded(Guess.of("ada@example.com", "192.0.2.1"))).isEqualTo(2);
    for (int i = 0; i < 5; i++) {
      assertThat(lockout.begin(Guess.of("ada@example.com", "192.0.2.1"))).isEmpty();
    }
  }

  @Test
  void a_day_forgets_them_as_well() {
    for (int i = 0; i < 5; i++) {
      lockout.begin(Guess.of("ada@example.com", "192.0.2.1"));
    }
    now = now.plus(Lockout.MEMORY).plusSeconds(1);
    lockout.begin(Guess.of("eve@example.com", "192.0.2.9"));

    assertThat(db.list("SELECT failures FROM sign_in_failure", row -> row.getInt(1)))
        .containsExactly(1, 1);
  }

  @Test
  void all_of_one_customer_s_ipv6_addresses_are_one() {
    for (int i = 0; i < 30; i++) {
      assertThat(lockout.begin(Guess.of(i + "@example.com", "2001:db8:1:2:0:0:0:" + i))).isEmpty();
    }
    assertThat(lockout.begin(Guess.of("last@example.com", "2001:db8:1:2:0:0:0:ffff"))).isPresent();
    assertThat(lockout.begin(Guess.of("last@example.com", "2001:db8:1:3:0:0:0:1"))).isEmpty();
  }

  @Test
  void a_device_and_a_session_have_their_own_counts() {
    for (int i = 0; i < 5; i++) {
      lockout.begin(Guess.of("ada@example.com", "192.0.2.1"));
    }
    assertThat(lockout.begin(Guess.of("ada@example.com", "192.0.2.9"))).isPresent();

    Guess device = Guess.ofDevice("ada@example.com", "nonce");
    Guess session = Guess.ofSession(new SessionId(new UUID(1, 2)));
    for (Guess own : List.of(device, session)) {
      for (int i = 0; i < 5; i++) {
        assertThat(lockout.begin(own)).isEmpty();
      }
      assertThat(lockout.begin(own)).contains(Lockout.FIRST_LOCK);
    }
    assertThat(lockout.begin(Guess.ofDevice("ada@example.com", "another"))).isEmpty();
    assertThat(lockout.succeeded(device))
        .as("attempts of the device and of the address")
        .isEqualTo(9);
  }
}
