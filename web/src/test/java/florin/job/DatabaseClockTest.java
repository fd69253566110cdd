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

  /** An interval so long that only the test checks the clock. */
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
  void a_clock_within_the_tolerance_accepts_work_and_the_databases_counts() {
    ofDatabase = Duration.ofMillis(-900);
    clock.close();
    clock = open();

    assertThat(clock.mayTakeWork()).isTrue();
    assertThat(clock.ahead()).isEqualTo(Duration.ofMillis(900));
    pass(Duration.ofSeconds(5));
    assertThat(clock.instant()).isEqualTo(NOON.plusSeconds(5).minusMillis(900));
  }

  @Test
  void a_clock_outside_the_tolerance_stops_work_until_it_is_corrected() {
    for (int seconds : new int[] {30, -30, 2, -2, 86_400}) {
      step = Duration.ofSeconds(seconds);
      assertThat(clock.mayTakeWork()).as("%d s", seconds).isFalse();
      assertThat(clock.instant())
          .as("decisions ignore the step of the clock")
          .isEqualTo(NOON.plus(passed));
      pass(Duration.ofSeconds(1));
      clock.look();
      assertThat(clock.mayTakeWork()).as("another query changes nothing").isFalse();
      step = Duration.ZERO;
      assertThat(clock.mayTakeWork()).as("%d s and back", seconds).isTrue();
    }
  }

  @Test
  void if_the_database_clock_changed_too_work_continues_after_the_next_query() {
    step = Duration.ofHours(1);
    ofDatabase = step;
    assertThat(clock.mayTakeWork()).isFalse();

    clock.look();

    assertThat(clock.mayTakeWork()).isTrue();
    assertThat(clock.instant()).isEqualTo(NOON.plus(step));
  }

  @Test
  void a_slow_database_gives_no_time_and_after_a_while_the_time_is_unknown() {
    answersAfter = SLOW;
    ofDatabase = Duration.ofMinutes(5);
    pass(Duration.ofSeconds(30));
    clock.look();
    assertThat(clock.mayTakeWork()).as("the last reading is still valid").isTrue();
    pass(DatabaseClock.HOLDS);
    clock.look();
    assertThat(clock.mayTakeWork()).as("the time is unknown").isFalse();
    assertThat(clock.isOff()).isFalse();

    answersAfter = Duration.ZERO;
    ofDatabase = Duration.ZERO;
    pass(Duration.ofSeconds(1));
    clock.look();
    assertThat(clock.mayTakeWork()).isTrue();
  }

  @Test
  void a_minute_without_the_database_stops_work_and_is_logged() {
    try (var log = CapturedLog.of(DatabaseClock.class)) {
      fails = true;
      pass(Duration.ofSeconds(30));
      assertThatIllegalStateException().isThrownBy(clock::look);
      assertThat(log.lines()).as("the last reading is still valid").isEmpty();
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
  void a_background_job_pauses_while_its_node_accepts_no_work() {
    step = Duration.ofSeconds(10);
    var rounds = new AtomicLong();
    var others = new AtomicLong();
    try (var _ =
            BackgroundJob.start("other", Duration.ofMillis(1), () -> others.incrementAndGet() < 0);
        var _ =
            BackgroundJob.ofWork(
                "work", Duration.ofMillis(1), clock, () -> rounds.incrementAndGet() < 0)) {
      await().until(() -> others.get() > 20);
      assertThat(rounds).hasValue(0);
      step = Duration.ZERO;
      await().until(() -> rounds.get() > 2);
    }
  }
}
