package florin.http;

import static florin.http.Precedence.FIRST;
import static florin.http.Precedence.LIVE;
import static florin.http.Precedence.LIVE_LISTINGS;
import static florin.http.Precedence.TEST;
import static org.assertj.core.api.Assertions.assertThat;

import florin.http.Admission.Ticket;
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

class AdmissionTest {
  private static final int PERMITS = 8;
  private static final Duration LONG = Duration.ofSeconds(30);

  private final Admission admission = new Admission(PERMITS);

  /** Returns whether the request got a permit. A request without one leaves the queue. */
  static boolean takesPermit(Admission admission, Precedence precedence) {
    Optional<Ticket> ticket = admission.enter(precedence);
    boolean has = ticket.filter(AdmissionTest::hasPermit).isPresent();
    ticket.filter(_ -> !has).ifPresent(Ticket::close);
    return has;
  }

  @Test
  void a_returned_permit_goes_to_the_first_waiting_request() {
    List<Ticket> running = enter(PERMITS, FIRST);
    Ticket test = enter(1, TEST).getFirst();
    Ticket live = enter(1, LIVE).getFirst();
    Ticket first = enter(1, FIRST).getFirst();

    running.removeLast().close();
    assertThat(Stream.of(first, live, test).map(AdmissionTest::hasPermit))
        .containsExactly(true, false, false);

    // LIVE may hold seven of the eight permits.
    running.removeLast().close();
    assertThat(hasPermit(live)).isFalse();
    running.removeLast().close();
    assertThat(hasPermit(live)).isTrue();
    assertThat(hasPermit(test)).isFalse();
    assertThat(admission.inFlight()).isEqualTo(7);
  }

  @Test
  void a_waiting_request_is_notified_of_its_permit() throws Exception {
    List<Ticket> running = enter(PERMITS, FIRST);
    Ticket waiting = enter(1, FIRST).getFirst();
    var told = new CompletableFuture<Boolean>();
    Thread thread =
        Thread.ofPlatform().start(() -> told.complete(waiting.await(Duration.ofMinutes(5))));
    Awaitility.await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);

    running.getFirst().close();
    assertThat(told.get(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void the_waiting_requests_are_limited_to_the_number_of_running_ones() {
    List<Ticket> running = enter(PERMITS, FIRST);
    List<Ticket> waiting = enter(PERMITS, FIRST);
    assertThat(admission.hasRoom(FIRST)).isFalse();
    assertThat(admission.enter(FIRST)).isEmpty();

    running.forEach(Ticket::close);
    assertThat(waiting).allMatch(AdmissionTest::hasPermit);
    assertThat(admission.inFlight()).isEqualTo(PERMITS);
  }

  @Test
  void a_request_with_priority_replaces_the_last_waiting_one() {
    List<Ticket> running = enter(PERMITS, FIRST);
    Ticket live = enter(1, LIVE).getFirst();
    List<Ticket> tests = enter(4, TEST);
    assertThat(admission.enter(TEST)).as("TEST may use five of eight slots").isEmpty();
    Ticket first = enter(1, FIRST).getFirst();
    enter(2, FIRST);

    // The queue is full, so the fourth request of test mode is removed.
    Ticket next = enter(1, LIVE).getFirst();
    assertThat(tests.getLast().await(LONG)).isFalse();
    tests.removeLast().close();
    tests.forEach(Ticket::close);
    running.forEach(Ticket::close);
    assertThat(Stream.of(first, live, next).map(AdmissionTest::hasPermit)).containsOnly(true);
  }

  @Test
  void a_replaced_request_is_notified_and_stops_waiting() {
    enter(PERMITS, FIRST);
    Ticket test = enter(1, TEST).getFirst();
    var told = new CompletableFuture<Boolean>();
    Thread waiting = Thread.ofPlatform().start(() -> told.complete(test.await(LONG)));
    Awaitility.await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
    enter(PERMITS - 1, FIRST);

    assertThat(admission.enter(FIRST)).as("a later request with priority").isPresent();
    assertThat(told.join()).isFalse();
  }

  @Test
  void a_request_that_waited_too_long_leaves_no_trace() {
    List<Ticket> running = enter(PERMITS, FIRST);
    Ticket waiting = enter(1, FIRST).getFirst();
    assertThat(waiting.await(Duration.ofMillis(1))).isFalse();
    waiting.close();

    running.forEach(Ticket::close);
    assertThat(admission.inFlight()).isZero();
    enter(PERMITS, FIRST);
    enter(PERMITS, FIRST);
  }

  @Test
  void a_list_is_not_waited_for() {
    enter(PERMITS, FIRST);
    assertThat(admission.hasRoom(LIVE_LISTINGS)).isFalse();
    assertThat(admission.enter(LIVE_LISTINGS)).isEmpty();
  }

  @Test
  void concurrent_requests_never_exceed_the_permits_and_no_permit_is_lost() {
    Executor threads = Executors.newVirtualThreadPerTaskExecutor();
    var inside = new AtomicInteger();
    var most = new AtomicInteger();
    List<Precedence> all = List.of(Precedence.values());
    assertThat(admission.inFlight()).isZero();
    List<CompletableFuture<Void>> visits = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      Precedence precedence = all.get(i % all.size());
      visits.add(
          CompletableFuture.runAsync(
              () -> admission.enter(precedence).ifPresent(ticket -> visit(ticket, inside, most)),
              threads));
    }
    visits.forEach(CompletableFuture::join);

    assertThat(most).hasValueBetween(1, PERMITS);
    assertThat(admission.inFlight()).isZero();
  }

  private static void visit(Ticket ticket, AtomicInteger inside, AtomicInteger most) {
    try (ticket) {
      if (ticket.await(Duration.ofMillis(2))) {
        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
        LockSupport.parkNanos(1);
        inside.decrementAndGet();
      }
    }
  }

  private List<Ticket> enter(int times, Precedence precedence) {
    return new ArrayList<>(
        Stream.generate(() -> admission.enter(precedence).orElseThrow()).limit(times).toList());
  }

  private static boolean hasPermit(Ticket ticket) {
    return ticket.await(Duration.ZERO);
  }
}
