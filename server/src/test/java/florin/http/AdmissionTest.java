package florin.http;

import static florin.http.Precedence.FIRST;
import static florin.http.Precedence.LIVE;
import static florin.http.Precedence.LIVE_LISTINGS;
import static florin.http.Precedence.TEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private static final int PERMITS = 8;
  private static final Duration LONG = Duration.ofSeconds(30);

  private final Admission admission = new Admission(PERMITS);
  private final Executor threads = Executors.newVirtualThreadPerTaskExecutor();

  @Test
  void a_permit_that_is_given_back_goes_to_whoever_comes_first_of_those_who_wait() {
    enter(PERMITS);
    CompletableFuture<Boolean> test = waiting(TEST);
    CompletableFuture<Boolean> live = waiting(LIVE);
    CompletableFuture<Boolean> first = waiting(FIRST);

    admission.leave();
    assertThat(first.join()).isTrue();
    assertThat(live).isNotDone();

    // Of eight it may have seven, and there are eight in flight again.
    admission.leave();
    assertThat(live).isNotDone();
    admission.leave();
    assertThat(live.join()).isTrue();
    assertThat(test).isNotDone();
    assertThat(admission.inFlight()).isEqualTo(7);
  }

  @Test
  void no_more_may_wait_than_run() {
    enter(PERMITS);
    List<CompletableFuture<Boolean>> waiters = new ArrayList<>();
    for (int i = 0; i < PERMITS; i++) {
      assertThat(admission.hasRoom(FIRST)).isTrue();
      waiters.add(waiting(FIRST));
    }

    assertThat(admission.hasRoom(FIRST)).isFalse();
    assertThat(admission.enter(FIRST, LONG)).isFalse();
    for (int i = 0; i < PERMITS; i++) {
      admission.leave();
    }
    assertThat(waiters).allMatch(CompletableFuture::join);
    assertThat(admission.inFlight()).isEqualTo(PERMITS);
  }

  @Test
  void who_has_waited_long_enough_leaves_no_trace() {
    enter(PERMITS);
    assertThat(admission.enter(FIRST, Duration.ofMillis(1))).isFalse();

    admission.leave();
    assertThat(admission.inFlight()).isEqualTo(PERMITS - 1);
    enter(1);
    waiting(FIRST);
  }

  @Test
  void a_list_is_not_waited_for() {
    enter(PERMITS);
    assertThat(admission.hasRoom(LIVE_LISTINGS)).isFalse();
    assertThat(admission.enter(LIVE_LISTINGS, LONG)).isFalse();
  }

  @Test
  void whoever_comes_and_goes_there_are_never_more_in_flight_than_permits_and_none_is_lost() {
    var inside = new AtomicInteger();
    var entered = new AtomicInteger();
    List<CompletableFuture<Integer>> visits = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      Precedence precedence = Precedence.values()[i % Precedence.values().length];
      visits.add(
          CompletableFuture.supplyAsync(
              () -> {
                if (!admission.enter(precedence, Duration.ofMillis(2))) {
                  return 0;
                }
                int now = inside.incrementAndGet();
                entered.incrementAndGet();
                Thread.yield();
                inside.decrementAndGet();
                admission.leave();
                return now;
              },
              threads));
    }

    assertThat(visits).allMatch(visit -> visit.join() <= PERMITS);
    assertThat(entered).hasPositiveValue();
    assertThat(admission.inFlight()).isZero();
  }

  private void enter(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(admission.tryEnter(FIRST)).isTrue();
    }
  }

  /** Returns when it has its place. */
  private CompletableFuture<Boolean> waiting(Precedence precedence) {
    int before = admission.waiting();
    CompletableFuture<Boolean> waiter =
        CompletableFuture.supplyAsync(() -> admission.enter(precedence, LONG), threads);
    await().until(() -> admission.waiting() > before);
    return waiter;
  }
}
