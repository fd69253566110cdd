package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.DeliveryId;
import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.webhook.Fanout.Lease;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which deliveries may start. The test needs no clock and no network. Times are in nanoseconds. */
class LanesTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final Lanes lanes = new Lanes(new Lanes.LaneLimits(3, 5, 100));

  @Test
  void an_endpoint_has_a_few_slots_and_others_do_not_wait_for_it() {
    lanes.offer(deliveries("a", 10), 0);
    lanes.offer(deliveries("b", 1), 0);

    List<Lease> begun = lanes.takeReady(0);

    assertThat(begun).hasSize(4);
    assertThat(begun).filteredOn(d -> d.endpoint().equals(endpoint("b"))).hasSize(1);
    assertThat(lanes.takeReady(0)).isEmpty();
    lanes.answered(endpoint("a"), true, 0);
    assertThat(lanes.takeReady(0)).hasSize(1);
  }

  @Test
  void all_slots_are_limited_until_their_deliveries_are_recorded() {
    IntStream.range(0, 6).forEach(i -> lanes.offer(deliveries("e" + i, 1), 0));

    assertThat(lanes.takeReady(0)).hasSize(5);
    lanes.answered(endpoint("e0"), true, 0);
    assertThat(lanes.takeReady(0)).isEmpty();
    lanes.finished();
    assertThat(lanes.takeReady(0)).hasSize(1);
  }

  @Test
  void endpoints_take_turns() {
    lanes.offer(deliveries("a", 3), 0);
    lanes.offer(deliveries("b", 3), 0);

    assertThat(lanes.takeReady(0))
        .extracting(Lease::endpoint)
        .containsExactly(endpoint("a"), endpoint("b"), endpoint("a"), endpoint("b"), endpoint("a"));
  }

  @Test
  void a_delivery_with_too_little_lease_left_is_dropped() {
    lanes.offer(deliveries("a", 1), 0);

    long late = Fanout.LEASE.minus(Lanes.NEEDED).toNanos();

    assertThat(lanes.takeReady(late)).isEmpty();
    assertThat(lanes.waiting()).isZero();
    assertThat(lanes.left(10)).as("the dropped delivery, whose attempt does not count").hasSize(1);
    lanes.forgetLeft(1);

    lanes.offer(deliveries("a", 2), 0);
    lanes.tick(late);
    assertThat(lanes.waiting()).isZero();
    assertThat(lanes.left(10)).hasSize(2);
    assertThat(lanes.left(1)).hasSize(1);
  }

  @Test
  void a_delivery_that_exceeds_the_memory_does_not_count_as_an_attempt() {
    lanes.offer(deliveries("a", 15), 0);

    assertThat(lanes.waiting()).isEqualTo(10);
    assertThat(lanes.left(100)).hasSize(5);
  }

  @Test
  void deliveries_noted_as_not_begun_are_limited() {
    deliveries("a", Lanes.MAX_LEFT + 1).forEach(lanes::leave);

    assertThat(lanes.left(Integer.MAX_VALUE)).hasSize(Lanes.MAX_LEFT);
  }

  @Test
  void consecutive_failures_open_the_circuit_and_single_attempts_test_it() {
    fail("a", Circuit.THRESHOLD, 0);
    lanes.offer(deliveries("a", 3), 0);
    assertThat(lanes.takeReady(0)).isEmpty();
    assertThat(lanes.paused()).containsExactly(endpoint("a"));
    assertThat(lanes.room(0)).containsEntry(endpoint("a"), 0);

    long later = Circuit.FIRST_PAUSE.toNanos();
    lanes.tick(later);
    assertThat(lanes.takeReady(later)).hasSize(1);
    lanes.tick(later);
    assertThat(lanes.takeReady(later)).isEmpty();

    lanes.answered(endpoint("a"), true, later);
    assertThat(lanes.paused()).isEmpty();
    assertThat(lanes.takeReady(later)).hasSize(2);
  }

  @Test
  void each_probe_that_fails_doubles_the_pause_up_to_a_bound() {
    var circuit = new Circuit();
    for (int i = 0; i < Circuit.THRESHOLD; i++) {
      circuit.failed(0);
    }
    long now = Circuit.FIRST_PAUSE.toNanos();
    assertThat(circuit.lets(0, now - 1)).isFalse();
    assertThat(circuit.lets(0, now)).isTrue();
    circuit.failed(now);
    assertThat(circuit.lets(0, now + 2 * Circuit.FIRST_PAUSE.toNanos() - 1)).isFalse();
    assertThat(circuit.lets(0, now + 2 * Circuit.FIRST_PAUSE.toNanos())).isTrue();
    for (int i = 0; i < 50; i++) {
      now += Circuit.LONGEST_PAUSE.toNanos();
      circuit.failed(now);
    }
    assertThat(circuit.lets(0, now + Circuit.LONGEST_PAUSE.toNanos())).isTrue();
  }

  @Test
  void attempts_begun_before_the_circuit_opened_prolong_nothing() {
    var circuit = new Circuit();
    for (int i = 0; i < Circuit.THRESHOLD + 5; i++) {
      circuit.failed(SECOND);
    }
    assertThat(circuit.lets(0, SECOND + Circuit.FIRST_PAUSE.toNanos())).isTrue();
  }

  @Test
  void one_endpoint_does_not_fill_the_memory_of_all() {
    lanes.offer(deliveries("a", 1000), 0);
    lanes.offer(deliveries("b", 5), 0);

    assertThat(lanes.waiting()).isEqualTo(10 + 5);
  }

  @Test
  void deliveries_not_begun_are_returned() {
    lanes.offer(deliveries("a", 5), 0);
    lanes.takeReady(0);

    assertThat(lanes.drain()).hasSize(2);
    assertThat(lanes.waiting()).isZero();
  }

  @Test
  void an_endpoint_has_space_for_its_slots_less_attempts_in_flight_or_waiting() {
    assertThat(lanes.room(0)).isEmpty();
    lanes.offer(deliveries("a", 1), 0);
    assertThat(lanes.room(0)).containsEntry(endpoint("a"), 2);
    lanes.takeReady(0);
    assertThat(lanes.room(0)).containsEntry(endpoint("a"), 2);
    lanes.offer(deliveries("a", 1), 0);
    assertThat(lanes.room(0)).containsEntry(endpoint("a"), 1);
    assertThat(lanes.answered(endpoint("a"), true, 0)).isEqualTo(2);
    lanes.offer(deliveries("a", 9), 0);
    assertThat(lanes.room(0)).containsEntry(endpoint("a"), 0);
    assertThat(lanes.answered(endpoint("unknown"), true, 0)).isZero();
  }

  @Test
  void an_open_circuit_has_space_for_one_attempt_after_its_pause() {
    fail("a", Circuit.THRESHOLD, 0);
    long later = Circuit.FIRST_PAUSE.toNanos();

    assertThat(lanes.room(later - 1)).containsEntry(endpoint("a"), 0);
    assertThat(lanes.room(later)).containsEntry(endpoint("a"), 1);
    lanes.offer(deliveries("a", 5), later);
    assertThat(lanes.waiting()).as("at most the slots of one endpoint").isEqualTo(3);
    assertThat(lanes.room(later)).containsEntry(endpoint("a"), 0);
  }

  @Test
  void there_is_space_for_unrecorded_deliveries_up_to_the_limit() {
    assertThat(lanes.room()).isEqualTo(5);
    lanes.offer(deliveries("a", 3), 0);
    lanes.takeReady(0);
    assertThat(lanes.room()).isEqualTo(2);
    assertThat(lanes.unfinished()).isEqualTo(3);
    lanes.gaveUp(endpoint("a"));
    assertThat(lanes.room()).as("given up but not yet recorded").isEqualTo(2);
    lanes.finished();
    assertThat(lanes.room()).isEqualTo(3);
  }

  @Test
  void an_idle_endpoint_is_forgotten_and_one_with_an_open_circuit_is_not() {
    lanes.offer(deliveries("a", 1), 0);
    lanes.takeReady(0);
    lanes.tick(0);
    lanes.takeReady(0);
    assertThat(lanes.room(0)).as("in flight").containsOnlyKeys(endpoint("a"));
    lanes.answered(endpoint("a"), true, 0);
    lanes.finished();
    lanes.takeReady(0);
    assertThat(lanes.room(0)).isEmpty();

    fail("b", Circuit.THRESHOLD, 0);
    lanes.takeReady(0);
    assertThat(lanes.room(0)).containsOnlyKeys(endpoint("b"));
    lanes.offer(deliveries("b", 1), 0);
    lanes.takeReady(0);
    assertThat(lanes.waiting()).isEqualTo(1);
  }

  @Test
  void deliveries_waiting_for_an_endpoints_slots_are_not_forgotten() {
    lanes.offer(deliveries("a", 4), 0);
    assertThat(lanes.takeReady(0)).hasSize(3);
    lanes.gaveUp(endpoint("a"));

    assertThat(lanes.takeReady(0)).hasSize(1);
    assertThat(lanes.drain()).isEmpty();
  }

  @Test
  void drained_deliveries_are_returned_once() {
    lanes.offer(deliveries("a", 5), 0);

    assertThat(lanes.drain()).hasSize(5);
    assertThat(lanes.drain()).isEmpty();
    assertThat(lanes.takeReady(0)).isEmpty();
  }

  @Test
  void the_memory_of_all_is_bounded() {
    IntStream.range(0, 11).forEach(i -> lanes.offer(deliveries("e" + i, 10), 0));

    assertThat(lanes.waiting()).isEqualTo(100);
    assertThat(lanes.left(1000)).hasSize(10);
  }

  /** After each of these events, a delivery that a thread waits for may start. */
  @ParameterizedTest
  @EnumSource(WakeUp.class)
  void a_waiting_thread_is_woken_when_a_delivery_may_begin(WakeUp cause) throws Exception {
    cause.prepare(lanes);
    var begun = new CompletableFuture<List<Lease>>();
    Thread waiting =
        Thread.ofPlatform()
            .start(() -> {
              try {
                begun.complete(lanes.awaitReady());
              } catch (InterruptedException stopped) {
                begun.completeExceptionally(stopped);
              }
            });
    try {
      Awaitility.await().until(() -> waiting.getState() == Thread.State.WAITING);
      synchronized (lanes) {
        // Nothing can start yet, so the thread must wait again.
        lanes.notifyAll();
      }
      Awaitility.await().until(() -> waiting.getState() == Thread.State.WAITING);
      cause.happen(lanes);

      assertThat(begun.get(1, TimeUnit.MINUTES)).isNotEmpty();
    } finally {
      waiting.interrupt();
      waiting.join();
    }
  }

  enum WakeUp {
    OFFER {
      @Override
      void prepare(Lanes lanes) {}

      @Override
      void happen(Lanes lanes) {
        lanes.offer(deliveries("a", 1), System.nanoTime());
      }
    },
    PLACE {
      @Override
      void prepare(Lanes lanes) {
        lanes.offer(deliveries("a", 4), System.nanoTime());
        lanes.takeReady(System.nanoTime());
      }

      @Override
      void happen(Lanes lanes) {
        lanes.answered(endpoint("a"), true, System.nanoTime());
      }
    },
    RECORD {
      @Override
      void prepare(Lanes lanes) {
        IntStream.range(0, 6).forEach(i -> lanes.offer(deliveries("e" + i, 1), System.nanoTime()));
        lanes.takeReady(System.nanoTime());
      }

      @Override
      void happen(Lanes lanes) {
        lanes.finished();
      }
    },
    TICK {
      @Override
      void prepare(Lanes lanes) {
        long before = System.nanoTime() - Circuit.FIRST_PAUSE.toNanos();
        for (int i = 0; i < Circuit.THRESHOLD; i++) {
          lanes.offer(deliveries("a", 1), before);
          lanes.takeReady(before);
          lanes.answered(endpoint("a"), false, before);
          lanes.finished();
        }
        lanes.offer(deliveries("a", 1), System.nanoTime());
        lanes.takeReady(before);
      }

      @Override
      void happen(Lanes lanes) {
        lanes.tick(System.nanoTime());
      }
    };

    abstract void prepare(Lanes lanes);

    abstract void happen(Lanes lanes);
  }

  private void fail(String endpoint, int times, long now) {
    for (int i = 0; i < times; i++) {
      lanes.offer(deliveries(endpoint, 1), now);
      assertThat(lanes.takeReady(now)).hasSize(1);
      lanes.answered(endpoint(endpoint), false, now);
      lanes.finished();
    }
  }

  private static List<Lease> deliveries(String endpoint, int count) {
    return IntStream.range(0, count)
        .mapToObj(i ->
            new Lease(
                new Realm(2),
                new DeliveryId(UUID.randomUUID()),
                endpoint(endpoint),
                new EventId(new UUID(7, i)),
                1))
        .toList();
  }

  private static WebhookEndpointId endpoint(String name) {
    return new WebhookEndpointId(
        UUID.nameUUIDFromBytes(name.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }
}
