package florin.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProviderCircuitTest {
  // The clock starts shortly before its overflow.
  private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 1000);
  private final ProviderCircuit circuit = new ProviderCircuit(nanoTime::get);

  private void rest(Duration time) {
    nanoTime.addAndGet(time.toNanos());
  }

  private void open() {
    for (int i = 0; i < ProviderCircuit.FAILURES; i++) {
      assertThat(circuit.tryEnter()).isTrue();
      circuit.failed();
    }
  }

  @Test
  void it_opens_after_consecutive_failures() {
    IntStream.range(1, ProviderCircuit.FAILURES)
        .forEach(_ -> assertThat(circuit.failed()).isFalse());
    assertThat(circuit.succeeded()).isFalse();
    IntStream.range(1, ProviderCircuit.FAILURES)
        .forEach(_ -> assertThat(circuit.failed()).isFalse());

    assertThat(circuit.tryEnter()).isTrue();
    assertThat(circuit.failed()).as("opens").isTrue();

    assertThat(circuit.tryEnter()).isFalse();
    assertThat(circuit.isOpen()).isTrue();
  }

  @Test
  void after_a_pause_only_one_call_tests_the_provider() {
    open();
    rest(ProviderCircuit.FIRST_PAUSE.minusNanos(1));
    assertThat(circuit.tryEnter()).isFalse();
    rest(Duration.ofNanos(1));

    assertThat(circuit.tryEnter()).isTrue();
    assertThat(circuit.tryEnter()).isFalse();
    assertThat(circuit.succeeded()).as("closes").isTrue();

    assertThat(circuit.tryEnter()).isTrue();
    assertThat(circuit.isOpen()).isFalse();
  }

  @Test
  void each_try_that_fails_doubles_the_pause_up_to_a_minute() {
    open();
    Duration pause = ProviderCircuit.FIRST_PAUSE;
    for (int i = 0; i < 6; i++) {
      rest(pause.minusNanos(1));
      assertThat(circuit.tryEnter()).isFalse();
      rest(Duration.ofNanos(1));
      assertThat(circuit.tryEnter()).isTrue();
      assertThat(circuit.failed()).as("reported only once").isFalse();
      pause = pause.multipliedBy(2);
      if (pause.compareTo(ProviderCircuit.LONGEST_PAUSE) > 0) {
        pause = ProviderCircuit.LONGEST_PAUSE;
      }
    }
  }

  @Test
  void calls_begun_before_it_opened_neither_test_nor_prolong_it() {
    open();
    circuit.failed();
    rest(ProviderCircuit.FIRST_PAUSE);

    assertThat(circuit.tryEnter()).isTrue();
  }
}
