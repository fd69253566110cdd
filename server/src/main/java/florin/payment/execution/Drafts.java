package florin.payment.execution;

import florin.core.Id.PaymentId;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.idempotency.Idempotency.Claim;
import florin.job.Loop;
import florin.payment.machine.Attempt;
import florin.payment.machine.Payment;
import florin.payment.store.AttemptStore;
import florin.payment.store.Draft;
import florin.payment.store.DraftStore;
import florin.payment.store.PaymentStore;
import florin.paymentmethod.PaymentMethodStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The drafts of payments, and how each becomes the rows of a payment. Usually all rows are written
 * together with the outcome. If the call takes long, or the process that began it is gone, the
 * payment is written as it began. The payment's primary key ensures that only one of them happens,
 * whichever process tries. From then on the payment is handled like one that was never a draft.
 */
public final class Drafts implements AutoCloseable {
  /**
   * How long a call may take before its payment is written as it began, so that it becomes visible.
   */
  public static final Duration PATIENCE = Duration.ofMillis(500);

  private static final Duration PAUSE = Duration.ofMillis(100);

  /** Marks a draft that is not durable yet, in place of a value of {@link System#nanoTime}. */
  private static final long NOT_BEGUN = Long.MIN_VALUE;

  private static final Logger LOG = LoggerFactory.getLogger(Drafts.class);

  private final GroupCommit commits;
  private final OperationEvents events;
  private final Map<PaymentId, UnderWay> underWay = new ConcurrentHashMap<>();
  private final Loop loop;

  /**
   * A draft whose network call this process makes. A thread that writes the payment holds the lock.
   */
  private static final class UnderWay {
    private final Draft draft;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile long since = NOT_BEGUN;
    private volatile boolean written;

    UnderWay(Draft draft) {
      this.draft = draft;
    }

    private boolean isLate() {
      return since != NOT_BEGUN
          && !written
          && System.nanoTime() - since > Drafts.PATIENCE.toNanos();
    }
  }

  public Drafts(GroupCommit commits, OperationEvents events) {
    this.commits = commits;
    this.events = events;
    this.loop = Loop.start("drafts", PAUSE, this::writeSlow);
  }

  /**
   * Makes the draft durable, together with the claim of its idempotency key. If the outcome does
   * not come soon, the payment is written as it began, unless the draft {@link #end}s before that.
   */
  CommitResult begin(Optional<Claim> claim, Draft draft) {
    var begun = new UnderWay(draft);
    underWay.put(draft.payment().id(), begun);
    boolean committed = false;
    try {
      CommitResult result = commits.commit(Changeset.of(DraftStore.insert(claim, draft)));
      committed = result instanceof CommitResult.Committed;
      begun.since = System.nanoTime();
      return result;
    } finally {
      if (!committed) {
        end(draft);
      }
    }
  }

  /** Returns whether this process works on the draft. */
  public boolean isUnderWay(Draft draft) {
    return underWay.containsKey(draft.payment().id());
  }

  void end(Draft draft) {
    underWay.remove(draft.payment().id());
  }

  /**
   * Writes the payment as it began.
   *
   * @return false if another process or thread has written it
   */
  public boolean write(Draft draft) {
    return commit(new Changeset(rows(draft, draft.payment(), draft.attempt())));
  }

  /**
   * Writes the payment of an in-flight draft as it began, if more than its outcome has to be
   * written.
   */
  void requireWritten(Draft draft) {
    UnderWay here = get(draft);
    here.lock.lock();
    try {
      if (!here.written) {
        write(draft);
        here.written = true;
      }
    } finally {
      here.lock.unlock();
    }
  }

  /** Writes the payment with its outcome. Returns empty if it was already written as it began. */
  <T> Optional<T> unlessWritten(Draft draft, Supplier<Optional<T>> whole) {
    UnderWay here = get(draft);
    here.lock.lock();
    try {
      if (here.written) {
        return Optional.empty();
      }
      Optional<T> result = whole.get();
      here.written = true;
      return result;
    } finally {
      here.lock.unlock();
    }
  }

  /**
   * Returns the rows of the payment, and the event of its creation.
   *
   * @param payment the payment as it is inserted
   * @param attempt the attempt as it is inserted
   */
  List<Write> rows(Draft draft, Payment payment, Attempt attempt) {
    var writes = new ArrayList<Write>();
    writes.add(PaymentStore.insert(payment));
    writes.add(PaymentMethodStore.insert(draft.method()));
    writes.add(AttemptStore.insert(attempt));
    writes.addAll(
        events
            .of(
                draft.begun(),
                Optional.of(draft.cause()),
                draft.payment().created(),
                draft.created())
            .writes());
    return writes;
  }

  /** Commits the rows. Returns false if the payment already exists. */
  boolean commit(Changeset rows) {
    return switch (commits.commit(rows)) {
      case CommitResult.Committed() -> true;
      case CommitResult.Rejected(String sqlState, _, _)
          when sqlState.equals(CommitResult.UNIQUE_VIOLATION) ->
          false;
      case CommitResult other ->
          throw new IllegalStateException(
              "the database refused a payment that was begun: " + other);
    };
  }

  private boolean writeSlow() {
    underWay.values().stream()
        .filter(UnderWay::isLate)
        .forEach(here -> Thread.startVirtualThread(() -> writeSlow(here)));
    return false;
  }

  /** Writes the payment as it began, unless another thread is writing its outcome. */
  private void writeSlow(UnderWay here) {
    if (here.lock.tryLock()) {
      try {
        if (!here.written) {
          write(here.draft);
          here.written = true;
        }
      } catch (RuntimeException failed) {
        LOG.warn("{} takes long and could not be written yet", here.draft.payment().id(), failed);
      } finally {
        here.lock.unlock();
      }
    }
  }

  private UnderWay get(Draft draft) {
    UnderWay here = underWay.get(draft.payment().id());
    if (here == null) {
      throw new IllegalStateException(draft.payment().id() + " is not under way here");
    }
    return here;
  }

  @Override
  public void close() {
    loop.close();
  }
}
