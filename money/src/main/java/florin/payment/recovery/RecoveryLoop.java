package florin.payment.recovery;

import florin.core.Id.AttemptId;
import florin.core.Realm;
import florin.job.BackgroundJob;
import florin.job.DueWork;
import florin.job.WorkAcceptance;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Owner;
import florin.payment.store.AttemptStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The background job that finds due attempts and resolves each on its own thread. Each node does
 * this for all nodes: the first one takes the attempt.
 */
public final class RecoveryLoop implements AutoCloseable, DueWork {
  static final Duration PAUSE = Duration.ofMillis(250);

  /**
   * The most attempts that are resolved at the same time, so that Florin does not overload a
   * network after an outage.
   */
  static final int MAX_AT_ONCE = 64;

  private static final Logger LOG = LoggerFactory.getLogger(RecoveryLoop.class);

  private final AttemptStore store;
  private final DueAttempts dueAttempts;
  private final Owner self;
  private final InstantSource clock;
  private final Semaphore places = new Semaphore(MAX_AT_ONCE);
  private final Set<AttemptId> inWork = ConcurrentHashMap.newKeySet();
  private final BackgroundJob job;

  /** Only the loop's thread uses this field. */
  private boolean hasLeft = true;

  public RecoveryLoop(
      AttemptStore store,
      DueAttempts dueAttempts,
      Owner self,
      InstantSource clock,
      WorkAcceptance acceptance) {
    this.store = store;
    this.dueAttempts = dueAttempts;
    this.self = self;
    this.clock = clock;
    this.job = BackgroundJob.ofWork("recovery", PAUSE, acceptance, this::round);
  }

  /** Stops taking attempts and waits for those in progress. */
  @Override
  public void close() {
    job.close();
    try {
      places.acquire(MAX_AT_ONCE);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public Optional<Instant> findNext(Realm realm) {
    return store.findNextDue(realm);
  }

  @Override
  public void runDue(Realm realm) {
    store.listDue(clock.instant(), MAX_AT_ONCE).forEach(this::tryResolve);
  }

  private boolean round() throws InterruptedException {
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

  /**
   * Returns the attempts that this node's earlier boot has left, followed by the due ones. Once no
   * attempts of the earlier boot are left, new ones can't appear. The due ones follow in the same
   * round, so that one that can't be taken does not delay them.
   */
  private List<Attempt> list() {
    List<Attempt> left = hasLeft ? store.listLeft(self, MAX_AT_ONCE) : List.of();
    hasLeft = !left.isEmpty();
    return Stream.concat(left.stream(), store.listDue(clock.instant(), MAX_AT_ONCE).stream())
        .toList();
  }

  private void resolve(Attempt attempt) {
    try {
      tryResolve(attempt);
    } finally {
      inWork.remove(attempt.id());
      places.release();
    }
  }

  private void tryResolve(Attempt attempt) {
    try {
      dueAttempts.resolve(attempt);
    } catch (RuntimeException failed) {
      LOG.warn(
          "{} could not be resolved and will be tried again: {}",
          attempt.id(),
          failed.toString(),
          failed);
    }
  }
}
