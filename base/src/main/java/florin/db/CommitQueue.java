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
 * The queue of changesets to be committed. A committer may pause before it takes more, for a larger
 * batch; an urgent request ends the pause.
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

  /** Adds requests together, so that a committer takes all of them, as far as the batch allows. */
  void addAll(List<CommitRequest> requests) {
    synchronized (queue) {
      requests.forEach(this::add);
    }
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }

  /** Waits while more requests arrive, unless one is urgent. */
  void gather(Duration rest) throws InterruptedException {
    if (!rest.isZero()) {
      var _ = pressing.tryAcquire(rest.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /** Takes requests. If there is none, waits a moment for the first. */
  void takeInto(Deque<CommitRequest> taken, int max) throws InterruptedException {
    pressing.drainPermits();
    if (taken.isEmpty()) {
      take(queue.poll(IDLE_POLL.toMillis(), TimeUnit.MILLISECONDS), taken);
    }
    synchronized (queue) {
      while (!taken.isEmpty() && taken.size() < max && take(queue.poll(), taken)) {
        // Until the queue is empty or the batch is full.
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
