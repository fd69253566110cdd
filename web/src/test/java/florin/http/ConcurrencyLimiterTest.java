package florin.http;

import static florin.http.RequestPriority.FIRST;
import static florin.http.RequestPriority.LIVE;
import static florin.http.RequestPriority.LIVE_LISTINGS;
import static florin.http.RequestPriority.TEST;
import static org.assertj.core.api.Assertions.assertThat;

import florin.http.ConcurrencyLimiter.Permit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ConcurrencyLimiterTest {
  private static final int PERMITS = 8;
  private static final Duration LONG = Duration.ofSeconds(30);

  private final ConcurrencyLimiter limiter = new ConcurrencyLimiter(PERMITS);

  /** Returns whether the request got a permit. A request without one leaves the queue. */
  static boolean takesPermit(ConcurrencyLimiter limiter, RequestPriority priority) {
    Optional<Permit> ticket = limiter.enter(priority);
    boolean has = ticket.filter(ConcurrencyLimiterTest::hasPermit).isPresent();
    ticket.filter(_ -> !has).ifPresent(Permit::close);
    return has;
  }

  @Test
  void a_returned_permit_goes_to_the_first_waiting_request() {
    List<Permit> running = enter(PERMITS, FIRST);
    Permit test = enter(1, TEST).getFirst();
    Permit live = enter(1, LIVE).getFirst();
    Permit first = enter(1, FIRST).getFirst();

    running.removeLast().close();
    assertThat(Stream.of(first, live, test).map(ConcurrencyLimiterTest::hasPermit))
        .containsExactly(true, false, false);

    // LIVE may hold seven of the eight permits.
    running.removeLast().close();
    assertThat(hasPermit(live)).isFalse();
    running.removeLast().close();
    assertThat(hasPermit(live)).isTrue();
    assertThat(hasPermit(test)).isFalse();
    assertThat(limiter.inFlight()).isEqualTo(7);
  }

  @Test
  void a_waiting_request_is_notified_of_its_permit() throws Exception {
    List<Permit> running = enter(PERMITS, FIRST);
    Permit waiting = enter(1, FIRST).getFirst();
    var told = new CompletableFuture<Boolean>();
    Thread thread =
        Thread.ofPlatform().start(() -> told.complete(waiting.await(Duration.ofMinutes(5))));
    Awaitility.await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);

    running.getFirst().close();
    assertThat(told.get(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void the_waiting_requests_are_limited_to_the_number_of_running_ones() {
    List<Permit> running = enter(PERMITS, FIRST);
    List<Permit> waiting = enter(PERMITS, FIRST);
    assertThat(limiter.hasRoom(FIRST)).isFalse();
    assertThat(limiter.enter(FIRST)).isEmpty();

    running.forEach(Permit::close);
    assertThat(waiting).allMatch(ConcurrencyLimiterTest::hasPermit);
    assertThat(limiter.inFlight()).isEqualTo(PERMITS);
  }

  @Test
  void a_request_with_priority_replaces_the_last_waiting_one() {
    List<Permit> running = enter(PERMITS, FIRST);
    Permit live = enter(1, LIVE).getFirst();
    List<Permit> tests = enter(4, TEST);
    assertThat(limiter.enter(TEST)).as("TEST may use five of eight slots").isEmpty();
    Permit first = enter(1, FIRST).getFirst();
    enter(2, FIRST);

    // The queue is full, so the fourth request of test mode is removed.
    Permit next = enter(1, LIVE).getFirst();
    assertThat(tests.getLast().await(LONG)).isFalse();
    tests.removeLast().close();
    tests.forEach(Permit::close);
    running.forEach(Permit::close);
    assertThat(Stream.of(first, live, next).map(ConcurrencyLimiterTest::hasPermit))
        .containsOnly(true);
  }

  @Test
  void a_replaced_request_is_notified_and_stops_waiting() {
    enter(PERMITS, FIRST);
    Permit test = enter(1, TEST).getFirst();
    var told = new CompletableFuture<Boolean>();
    Thread waiting = Thread.ofPlatform().start(() -> told.complete(test.await(LONG)));
    Awaitility.await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
    enter(PERMITS - 1, FIRST);

    assertThat(limiter.enter(FIRST)).as("a later request with priority").isPresent();
    assertThat(told.join()).isFalse();
  }

  @Test
  void a_request_that_waited_too_long_leaves_no_trace() {
    List<Permit> running = enter(PERMITS, FIRST);
    Permit waiting = enter(1, FIRST).getFirst();
    assertThat(waiting.await(Duration.ofMillis(1))).isFalse();
    waiting.close();

    running.forEach(Permit::close);
    assertThat(limiter.inFlight()).isZero();
    enter(PERMITS, FIRST);
    enter(PERMITS, FIRST);
  }

  @Test
  void a_list_is_not_waited_for() {
    enter(PERMITS, FIRST);
    assertThat(limiter.hasRoom(LIVE_LISTINGS)).isFalse();
    assertThat(limiter.enter(LIVE_LISTINGS)).isEmpty();
  }

  @Test
  void concurrent_requests_never_exceed_the_permits_and_no_permit_is_lost() {
    Executor threads = Executors.newVirtualThreadPerTaskExecutor();
    var inside = new AtomicInteger();
    var most = new AtomicInteger();
    List<RequestPriority> all = List.of(RequestPriority.values());
    assertThat(limiter.inFlight()).isZero();
    List<CompletableFuture<Void>> visits = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      RequestPriority priority = all.get(i % all.size());
      visits.add(
          CompletableFuture.runAsync(
              () -> limiter.enter(priority).ifPresent(permit -> visit(permit, inside, most)),
              threads));
    }
    visits.forEach(CompletableFuture::join);

    assertThat(most).hasValueBetween(1, PERMITS);
    assertThat(limiter.inFlight()).isZero();
  }

  private static void visit(Permit permit, AtomicInteger inside, AtomicInteger most) {
    try (permit) {
      if (permit.await(Duration.ofMillis(2))) {
        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
        LockSupport.parkNanos(1);
        inside.decrementAndGet();
      }
    }
  }

  private List<Permit> enter(int times, RequestPriority priority) {
    return new ArrayList<>(
        Stream.generate(() -> limiter.enter(priority).orElseThrow()).limit(times).toList());
  }

  private static boolean hasPermit(Permit permit) {
    return permit.await(Duration.ZERO);
  }
}
