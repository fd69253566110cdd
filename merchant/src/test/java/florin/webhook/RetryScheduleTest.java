package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The wait after a failed delivery, and how a receiver can change it. */
class RetryScheduleTest {
  private static final RetrySchedule SCHEDULE = RetrySchedule.DEFAULT;

  private final Random random = new Random(1);

  @Test
  void a_receiver_that_asks_for_a_second_each_time_passes_the_whole_schedule() {
    List<Duration> pauses = pausesOf(Optional.of(Duration.ofSeconds(1)));

    assertThat(pauses).hasSameSizeAs(SCHEDULE.pauses());
    for (int i = 0; i < pauses.size(); i++) {
      assertWithinAFifth(pauses.get(i), SCHEDULE.pauses().get(i));
    }
    assertThat(pauses.stream().reduce(Duration.ZERO, Duration::plus))
        .isGreaterThan(Duration.ofDays(2));
  }

  @Test
  void a_longer_requested_pause_replaces_the_shorter_ones_and_adds_no_attempt() {
    List<Duration> pauses = pausesOf(Optional.of(Duration.ofHours(3)));

    assertThat(pauses).hasSameSizeAs(SCHEDULE.pauses());
    assertThat(pauses.subList(0, 4)).containsOnly(Duration.ofHours(3));
    for (int i = 4; i < pauses.size(); i++) {
      assertWithinAFifth(pauses.get(i), SCHEDULE.pauses().get(i));
    }
  }

  @Test
  void a_requested_pause_is_at_most_a_day_and_the_schedules_longer_pauses_stay() {
    for (Duration absurd : List.of(Duration.ofDays(9), Duration.ofSeconds(Long.MAX_VALUE))) {
      assertThat(SCHEDULE.pauseAfter(1, Optional.of(absurd), random))
          .contains(RetrySchedule.LONGEST_ASKED);
    }
    var weekly = new RetrySchedule(List.of(Duration.ofDays(7)));
    assertWithinAFifth(
        weekly.pauseAfter(1, Optional.of(Duration.ofDays(9)), random).orElseThrow(),
        Duration.ofDays(7));
    assertThat(SCHEDULE.pauseAfter(1, Optional.of(Duration.ofSeconds(-9)), random).orElseThrow())
        .isPositive();
  }

  @Test
  void receivers_that_failed_together_are_not_retried_simultaneously() {
    var seen = new HashSet<Duration>();
    for (int i = 0; i < 1000; i++) {
      seen.add(SCHEDULE.pauseAfter(1, Optional.empty(), random).orElseThrow());
    }

    assertThat(seen).hasSizeGreaterThan(500).allMatch(pause -> pause.toMillis() <= 6000);
    assertThat(seen).anyMatch(pause -> pause.toMillis() < 4200);
    assertThat(seen).anyMatch(pause -> pause.toMillis() > 5800);
    assertThat(seen).allMatch(pause -> pause.toMillis() >= 4000);
  }

  /** The lease starts before the attempt, so the delivery never becomes due during its lease. */
  @Test
  void a_delivery_of_a_dead_node_waits_as_after_a_failure_and_at_least_for_its_lease() {
    assertThat(SCHEDULE.untilNextWhenLost(1)).isEqualTo(Fanout.LEASE);
    assertThat(SCHEDULE.untilNextWhenLost(2)).isEqualTo(Duration.ofMinutes(5));
    assertThat(SCHEDULE.untilNextWhenLost(9)).isEqualTo(Duration.ofHours(24));
    assertThat(SCHEDULE.untilNextWhenLost(10)).isEqualTo(Fanout.LEASE);
    assertThat(SCHEDULE.mostAttempts()).isEqualTo(10);
  }

  /** Returns all pauses up to the last attempt. */
  private List<Duration> pausesOf(Optional<Duration> asked) {
    var pauses = new ArrayList<Duration>();
    Optional<Duration> next = SCHEDULE.pauseAfter(1, asked, random);
    while (next.isPresent()) {
      pauses.add(next.get());
      next = SCHEDULE.pauseAfter(pauses.size() + 1, asked, random);
    }
    return pauses;
  }

  private static void assertWithinAFifth(Duration pause, Duration usual) {
    assertThat(pause)
        .isBetween(usual.multipliedBy(8).dividedBy(10), usual.multipliedBy(12).dividedBy(10));
  }
}
