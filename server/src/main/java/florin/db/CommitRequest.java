package florin.db;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A changeset on its way, and the thread that waits for it. Either a committer takes it or its
 * owner withdraws it, never both: so a request that was told "nothing happened" is not carried out
 * afterwards.
 */
final class CommitRequest implements Sweeper.Waiter {
  private enum State {
    QUEUED,
    TAKEN,
    /** Nobody waits any more: it was never taken, or it was and its owner left not knowing. */
    ABANDONED
  }

  private final Changeset changeset;
  private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);
  private final CompletableFuture<CommitResult> result = new CompletableFuture<>();
  private final Duration patience;
  private final boolean isPressing;
  private final long deadlineNanos;

  /**
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

  /** False when the owner does not want it any more. */
  boolean take() {
    return state.compareAndSet(State.QUEUED, State.TAKEN);
  }

  /** True while somebody waits: a batch that must run again leaves out what nobody waits for. */
  boolean isWanted() {
    return state.get() != State.ABANDONED;
  }

  void complete(CommitResult outcome) {
    result.complete(outcome);
  }

  void fail(RuntimeException failure) {
    result.completeExceptionally(failure);
  }

  /** Until it is completed or fails, by the sweeper at the latest. */
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

  /** Nothing happens if a committer has it. */
  void withdraw() {
    if (state.compareAndSet(State.QUEUED, State.ABANDONED)) {
      fail(new DatabaseUnavailableException("not begun: closed", null));
    }
  }

  @Override
  public void abandon() {
    fail(abandon("no answer within " + patience));
  }

  private RuntimeException abandon(String why) {
    return state.getAndSet(State.ABANDONED) == State.QUEUED
        ? new DatabaseUnavailableException("not begun: " + why, null)
        : new CommitUnknownException("begun, and not known to be durable: " + why);
  }
}
