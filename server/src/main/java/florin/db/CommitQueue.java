package florin.db;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be committed. A committer may rest before it takes more, for a larger batch; what
 * is pressing ends its rest.
 */
final class CommitQueue {
  private static final Duration IDLE_POLL = Duration.ofMillis(100);

  private final LinkedBlockingQueue<CommitRequest> queue = new LinkedBlockingQueue<>();
  private final Semaphore pressing = new Semaphore(0);

  void add(CommitRequest request) {
    queue.add(request);
    if (request.isPressing()) {
      pressing.release();
    }
  }

  /** So that whoever takes one of them takes all, as far as a batch has room. */
  void addAll(List<CommitRequest> requests) {
    synchronized (queue) {
      requests.forEach(this::add);
    }
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }

  /** Lets others gather for so long, unless something is pressing. */
  void gather(Duration rest) throws InterruptedException {
    if (!rest.isZero()) {
      var _ = pressing.tryAcquire(rest.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /** Waits a moment for the first when there is none. */
  void takeInto(Deque<CommitRequest> taken, int max) throws InterruptedException {
    pressing.drainPermits();
    if (taken.isEmpty()) {
      take(queue.poll(IDLE_POLL.toMillis(), TimeUnit.MILLISECONDS), taken);
    }
    synchronized (queue) {
      while (!taken.isEmpty() && taken.size() < max && take(queue.poll(), taken)) {
        // Until nothing is left or it is enough.
      }
    }
  }

  private static boolean take(@Nullable CommitRequest next, Deque<CommitRequest> taken) {
    if (next != null && next.take()) {
      taken.add(next);
    }
    return next != null;
  }

  List<CommitRequest> drain() {
    var left = new ArrayList<CommitRequest>();
    queue.drainTo(left);
    return left;
  }
}
