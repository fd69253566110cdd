package florin.payment.recovery;

import florin.core.Id.AttemptId;
import florin.job.Fitness;
import florin.job.Loop;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Owner;
import florin.payment.store.AttemptStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for attempts that are due and has each resolved on a thread of its own. Any node does this
 * for all: who is first takes the attempt.
 */
public final class RecoveryLoop implements AutoCloseable {
  static final Duration PAUSE = Duration.ofMillis(250);

  /** A network that is back after an outage is not to be met by all of us at once. */
  static final int MAX_AT_ONCE = 64;

  private static final Logger LOG = LoggerFactory.getLogger(RecoveryLoop.class);

  private final AttemptStore store;
  private final DraftRecovery drafts;
  private final DueAttempts dueAttempts;
  private final Owner self;
  private final InstantSource clock;
  private final Semaphore places = new Semaphore(MAX_AT_ONCE);
  private final Set<AttemptId> inWork = ConcurrentHashMap.newKeySet();
  private final Loop loop;

  /** Only the loop's thread looks at it. */
  private boolean hasLeft = true;

  public RecoveryLoop(
      AttemptStore store,
      DraftRecovery drafts,
      DueAttempts dueAttempts,
      Owner self,
      InstantSource clock,
      Fitness fitness) {
    this.store = store;
    this.drafts = drafts;
    this.dueAttempts = dueAttempts;
    this.self = self;
    this.clock = clock;
    this.loop = Loop.ofWork("recovery", PAUSE, fitness, this::round);
  }

  /** Begins nothing more and lets what is in work end. */
  @Override
  public void close() {
    loop.close();
    try {
      places.acquire(MAX_AT_ONCE);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean round() throws InterruptedException {
    writeDrafts();
    List<Attempt> due = list();
    boolean began = false;
    for (Attempt attempt : due) {
      if (inWork.add(attempt.id())) {
        began = true;
        places.acquire();
        Thread.startVirtualThread(() -> resolve(attempt));
      }
    }
    return began && due.size() >= MAX_AT_ONCE;
  }

  /** What is due is resolved whatever becomes of drafts. */
  private void writeDrafts() {
    try {
      drafts.round();
    } catch (RuntimeException failed) {
      LOG.warn("drafts could not be looked at: {}", failed.toString(), failed);
    }
  }

  /**
   * First what this node's earlier life has left behind; once that is done, no more comes. The due
   * ones follow in the same round: one that can't be taken up would keep them waiting otherwise.
   */
  private List<Attempt> list() {
    List<Attempt> left = hasLeft ? store.listLeft(self, MAX_AT_ONCE) : List.of();
    hasLeft = !left.isEmpty();
    return Stream.concat(left.stream(), store.listDue(clock.instant(), MAX_AT_ONCE).stream())
        .toList();
  }

  private void resolve(Attempt attempt) {
    try {
      dueAttempts.resolve(attempt);
    } catch (RuntimeException failed) {
      LOG.warn(
          "{} could not be resolved and will be tried again: {}",
          attempt.id(),
          failed.toString(),
          failed);
    } finally {
      inWork.remove(attempt.id());
      places.release();
    }
  }
}
