package florin.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import florin.http.CapturedLog;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DatabaseClockTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration SLOW = Duration.ofSeconds(3);

  /** Nobody looks but the test. */
  private static final Duration NEVER = Duration.ofDays(1);

  private volatile Duration passed = Duration.ZERO;
  private volatile Duration step = Duration.ZERO;
  private Duration ofDatabase = Duration.ZERO;
  private Duration answersAfter = Duration.ZERO;
  private boolean fails;
  private DatabaseClock clock = open();

  private DatabaseClock open() {
    return new DatabaseClock(
        this::database, () -> NOON.plus(passed).plus(step), () -> passed.toNanos(), NEVER);
  }

  private Instant database() {
    if (fails) {
      throw new IllegalStateException("the database is away");
    }
    pass(answersAfter.dividedBy(2));
    Instant now = NOON.plus(passed).plus(ofDatabase);
    pass(answersAfter.dividedBy(2));
    return now;
  }

  private void pass(Duration time) {
    passed = passed.plus(time);
  }

  @AfterEach
  void close() {
    clock.close();
  }

  @Test
  void a_clock_that_is_off_by_no_more_than_may_be_is_fit_and_the_databases_counts() {
    ofDatabase = Duration.ofMillis(-900);
    clock.close();
    clock = open();

    assertThat(clock.mayTakeWork()).isTrue();
    assertThat(clock.ahead()).isEqualTo(Duration.ofMillis(900));
    pass(Duration.ofSeconds(5));
    assertThat(clock.instant()).isEqualTo(NOON.plusSeconds(5).minusMillis(900));
  }

  @Test
  void one_that_is_further_off_takes_no_work_from_that_moment_until_it_is_right() {
    for (int seconds : new int[] {30, -30, 2, -2, 86_400}) {
      step = Duration.ofSeconds(seconds);
      assertThat(clock.mayTakeWork()).as("%d s", seconds).isFalse();
      assertThat(clock.instant()).as("what decides is not stepped").isEqualTo(NOON.plus(passed));
      pass(Duration.ofSeconds(1));
      clock.look();
      assertThat(clock.mayTakeWork()).as("to ask the database changes nothing").isFalse();
      step = Duration.ZERO;
      assertThat(clock.mayTakeWork()).as("%d s and back", seconds).isTrue();
    }
  }

  @Test
  void where_the_database_has_stepped_too_it_is_fit_as_soon_as_that_was_asked() {
    step = Duration.ofHours(1);
    ofDatabase = step;
    assertThat(clock.mayTakeWork()).isFalse();

    clock.look();

    assertThat(clock.mayTakeWork()).isTrue();
    assertThat(clock.instant()).isEqualTo(NOON.plus(step));
  }

  @Test
  void a_database_that_answers_late_tells_no_time_and_after_a_while_none_is_known() {
    answersAfter = SLOW;
    ofDatabase = Duration.ofMinutes(5);
    pass(Duration.ofSeconds(30));
    clock.look();
    assertThat(clock.mayTakeWork()).as("what was read before still holds").isTrue();
    pass(DatabaseClock.HOLDS);
    clock.look();
    assertThat(clock.mayTakeWork()).as("nobody can tell").isFalse();
    assertThat(clock.isOff()).isFalse();

    answersAfter = Duration.ZERO;
    ofDatabase = Duration.ZERO;
    pass(Duration.ofSeconds(1));
    clock.look();
    assertThat(clock.mayTakeWork()).isTrue();
  }

  @Test
  void a_database_that_fails_for_a_minute_makes_the_node_unfit_and_the_log_says_so() {
    try (var log = CapturedLog.of(DatabaseClock.class)) {
      fails = true;
      pass(Duration.ofSeconds(30));
      assertThatIllegalStateException().isThrownBy(clock::look);
      assertThat(log.lines()).as("what was read before still holds").isEmpty();
      pass(DatabaseClock.HOLDS);
      assertThatIllegalStateException().isThrownBy(clock::look);
      assertThat(log.lines()).singleElement().asString().contains("accepts no work until then");

      fails = false;
      pass(Duration.ofSeconds(1));
      clock.look();
      assertThat(log.lines()).last().asString().contains("accepts work again");
    }
  }

  @Test
  void a_loop_of_work_rests_while_its_node_is_not_fit() {
    step = Duration.ofSeconds(10);
    var rounds = new AtomicLong();
    var others = new AtomicLong();
    try (var _ = Loop.start("other", Duration.ofMillis(1), () -> others.incrementAndGet() < 0);
        var _ =
            Loop.ofWork("work", Duration.ofMillis(1), clock, () -> rounds.incrementAndGet() < 0)) {
      await().until(() -> others.get() > 20);
      assertThat(rounds).hasValue(0);
      step = Duration.ZERO;
      await().until(() -> rounds.get() > 2);
    }
  }
}
