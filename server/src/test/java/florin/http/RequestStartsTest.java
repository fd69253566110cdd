package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RequestStartsTest {
  private static final int BOUND = 256;

  @Test
  void whoever_reads_requests_waits_while_256_have_not_begun() throws Exception {
    Queue<Runnable> threads = new ConcurrentLinkedQueue<>();
    var starts = new RequestStarts(threads::add);
    var given = new CountDownLatch(BOUND + 1);
    Thread reader =
        Thread.ofVirtual()
            .start(() -> {
              for (int i = 0; i <= BOUND; i++) {
                starts.execute(() -> {});
                given.countDown();
              }
            });
    WithBounds.await(() -> reader.getState() == Thread.State.WAITING);
    assertThat(threads).hasSize(BOUND);
    assertThat(given.getCount()).isEqualTo(1);

    threads.remove().run();
    assertThat(given.await(WithBounds.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(threads).hasSize(BOUND);
  }

  @Test
  void one_that_gets_no_thread_waits_for_none() {
    var starts =
        new RequestStarts(_ -> {
          throw new RejectedExecutionException();
        });
    var refused = new ArrayDeque<RejectedExecutionException>();
    for (int i = 0; i <= BOUND; i++) {
      try {
        starts.execute(() -> {});
      } catch (RejectedExecutionException stopping) {
        refused.add(stopping);
      }
    }
    assertThat(refused).hasSize(BOUND + 1);
  }
}
