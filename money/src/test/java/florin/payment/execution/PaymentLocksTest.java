package florin.payment.execution;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.PaymentId;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class PaymentLocksTest {
  private static final PaymentId PAYMENT = new PaymentId(new UUID(1, 1));
  private static final int THREADS = 20;
  private static final int TIMES = 10_000;
  private static final Duration LONG = Duration.ofMinutes(1);

  private final PaymentLocks locks = new PaymentLocks();

  @Test
  void a_waiting_operation_runs_after_the_previous_one() {
    long[] sum = {0};
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < THREADS; i++) {
        threads.execute(() -> locks.inTurn(PAYMENT, LONG, () -> addOften(sum)));
      }
    }
    assertThat(sum[0]).isEqualTo((long) THREADS * TIMES);
  }

  /** Loses increments if another thread does the same at the same time. */
  private static long addOften(long[] sum) {
    for (int i = 0; i < TIMES; i++) {
      sum[0]++;
    }
    return sum[0];
  }

  @Test
  void an_operation_that_waited_too_long_runs_without_the_lock() throws Exception {
    var begun = new CountDownLatch(1);
    var released = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.execute(() ->
          locks.inTurn(
              PAYMENT,
              LONG,
              () -> {
                begun.countDown();
                return await(released);
              }));
      begun.await();
      assertThat(locks.inTurn(PAYMENT, Duration.ZERO, () -> "done")).isEqualTo("done");
      released.countDown();
    }
    assertThat(locks.inTurn(PAYMENT, LONG, () -> "free")).isEqualTo("free");
  }

  private static boolean await(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException interrupted) {
      throw new AssertionError("interrupted", interrupted);
    }
  }
}
