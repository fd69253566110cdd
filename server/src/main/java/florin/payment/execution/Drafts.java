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
 * How a draft becomes the rows of a payment: with its outcome, all at once, which is the usual
 * life; or as it began, when its call takes long, or when whoever began it is gone. The key of the
 * payment sees to it that only one of them happens, whoever tries: from there all goes on as with a
 * payment that was never a draft.
 */
public final class Drafts implements AutoCloseable {
  /** What is under way longer is written as it began, so that it is seen. */
  public static final Duration PATIENCE = Duration.ofMillis(500);

  private static final Duration PAUSE = Duration.ofMillis(100);

  /** In nanoseconds of {@link System#nanoTime}. */
  private static final long NOT_BEGUN = Long.MIN_VALUE;

  private static final Logger LOG = LoggerFactory.getLogger(Drafts.class);

  private final GroupCommit commits;
  private final OperationEvents events;
  private final Map<PaymentId, UnderWay> underWay = new ConcurrentHashMap<>();
  private final Loop loop;

  /** One that this process is asking for. Whoever writes the payment holds the lock. */
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
   * Makes the draft durable, and with it the claim of its key. From then on it is written as it
   * began if its outcome does not come soon, until it {@link #end}s.
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

  /** Whether this process is at work on it. */
  public boolean isUnderWay(Draft draft) {
    return underWay.containsKey(draft.payment().id());
  }

  void end(Draft draft) {
    underWay.remove(draft.payment().id());
  }

  /**
   * Writes the payment as it began.
   *
   * @return false when somebody else has written it
   */
  public boolean write(Draft draft) {
    return commit(new Changeset(rows(draft, draft.payment(), draft.attempt())));
  }

  /** The same, of one that is under way here, where more is to come than its outcome. */
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

  /** Writes the payment with its outcome; empty when it was written as it began before. */
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
   * The rows of the payment, and what is told of its beginning.
   *
   * @param payment as it is to be written first
   * @param attempt the same
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

  /** False when the payment is there already. */
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

  /** Unless its outcome is just being written. */
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
