package florin.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TimeoutSweeperTest {
  private record Waiter(long deadlineNanos, AtomicInteger abandoned)
      implements TimeoutSweeper.Waiter {
    static Waiter until(long deadlineNanos) {
      return new Waiter(deadlineNanos, new AtomicInteger());
    }

    @Override
    public void abandon() {
      abandoned.incrementAndGet();
    }
  }

  @Test
  void only_requests_past_their_deadline_are_abandoned() {
    try (var sweeper = new TimeoutSweeper("test")) {
      Waiter late = Waiter.until(System.nanoTime() - 1);
      Waiter patient = Waiter.until(System.nanoTime() + 3_600_000_000_000L);
      sweeper.add(patient);
      sweeper.add(late);

      await().until(() -> late.abandoned().get() > 0);

      assertThat(patient.abandoned()).hasValue(0);
      sweeper.remove(late);
      sweeper.remove(patient);
    }
  }

  @Test
  void a_request_after_a_rest_is_checked_too() {
    var threads = new ArrayList<Thread>();
    ThreadFactory factory =
        task -> {
          threads.add(Thread.ofVirtual().unstarted(task));
          return threads.getFirst();
        };
    try (var sweeper = new TimeoutSweeper(factory)) {
      for (int i = 0; i < 3; i++) {
        Waiter late = Waiter.until(System.nanoTime() - 1);
        sweeper.add(late);
        await().until(() -> late.abandoned().get() > 0);
        sweeper.remove(late);
        await().until(() -> threads.getFirst().getState() == Thread.State.WAITING);
      }
    }
  }

  @Test
  void requests_that_wait_when_it_is_closed_are_still_checked() {
    var sweeper = new TimeoutSweeper("test");
    Waiter left = Waiter.until(System.nanoTime() + 100_000_000L);
    sweeper.add(left);

    sweeper.close();

    await().until(() -> left.abandoned().get() > 0);
    sweeper.remove(left);
  }
}
