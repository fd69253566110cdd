package florin.db;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A changeset in the queue, and the thread that waits for it. Either a committer takes it or its
 * owner withdraws it, never both. So a request that was reported as "not begun" is not carried out
 * afterwards.
 */
final class CommitRequest implements TimeoutSweeper.Waiter {
  private enum State {
    QUEUED,
    TAKEN,
    /** No thread waits: it was never taken, or its owner stopped waiting without a result. */
    ABANDONED
  }

  private final Changeset changeset;
  private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);
  private final CompletableFuture<CommitResult> result = new CompletableFuture<>();
  private final Duration patience;
  private final boolean isPressing;
  private final long deadlineNanos;

  /**
   * Creates a request.
   *
   * @param isPressing whether it may not wait for others
   */
  CommitRequest(Changeset changeset, Duration patience, boolean isPressing) {
    this.changeset = changeset;
    this.patience = patience;
    this.isPressing = isPressing;
    this.deadlineNanos = System.nanoTime() + patience.toNanos();
  }

  boolean isPressing() {
    return isPressing;
  }

  @Override
  public long deadlineNanos() {
    return deadlineNanos;
  }

  Changeset changeset() {
    return changeset;
  }

  /** Takes the request for a batch. Returns false if its owner has withdrawn it. */
  boolean take() {
    return state.compareAndSet(State.QUEUED, State.TAKEN);
  }

  /** Returns whether a thread still waits. A batch that runs again leaves out the others. */
  boolean isWanted() {
    return state.get() != State.ABANDONED;
  }

  void complete(CommitResult outcome) {
    result.complete(outcome);
  }

  void fail(RuntimeException failure) {
    result.completeExceptionally(failure);
  }

  /** Waits for the result or the failure, which the sweeper sets at the deadline at the latest. */
  CommitResult await() {
    try {
      return result.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw abandon("interrupted while waiting");
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(failed);
    }
  }

  /** Withdraws the request. It has no effect if a committer has taken it. */
  void withdraw() {
    if (state.compareAndSet(State.QUEUED, State.ABANDONED)) {
      fail(new DatabaseUnavailableException("not begun: closed", null));
    }
  }

  @Override
  public void abandon() {
    fail(abandon("no response within " + patience));
  }

  private RuntimeException abandon(String why) {
    return state.getAndSet(State.ABANDONED) == State.QUEUED
        ? new DatabaseUnavailableException("not begun: " + why, null)
        : new CommitUnknownException("begun, and not known to be durable: " + why);
  }
}
