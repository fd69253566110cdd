package florin.db;

import florin.db.BatchTransaction.BatchResult;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread with one connection. It takes batches from the queue and commits them, until each
 * changeset has its result.
 *
 * <p>When the connection is lost, the committer does not know whether its last transaction was
 * committed. So every transaction also writes its batch's number into the committer's own row of
 * `committer`. Locking that row waits until the old backend has ended, because an unfinished
 * transaction holds its lock. Then the row tells whether the batch is durable. After a failover to
 * a replica that lagged behind, an older number, or a missing row, correctly shows that the batch
 * is lost.
 */
final class Committer {
  /** The most changesets of a batch. A larger batch gains nothing, and its callers wait longer. */
  static final int MAX_BATCH = 256;

  /**
   * How often a batch may meet a deadlock or a serialization failure. After that its changesets
   * fail with a {@link DatabaseUnavailableException}.
   */
  static final int MAX_CONTENTIONS = 8;

  /** The size of a batch above which the load counts as high. */
  private static final int CROWD = 3;

  /** The pause under high load, as a fraction of the last commit's time. */
  private static final double REST = 0.6;

  private static final Duration MAX_REST = Duration.ofMillis(25);
  private static final Duration RECONNECT_PAUSE = Duration.ofMillis(200);
  private static final int TRIES_PER_LINE = 25;
  private static final Logger LOG = LoggerFactory.getLogger(Committer.class);

  private final CommitQueue queue;
  private final int maxBatch;
  private final DiskState state;
  private final Batches batches;
  private final MadeListener listener;
  private final CommitterConnection connection;
  private final Thread thread;

  /** The requests that were taken from the queue, but change a row of the previous batch. */
  private final Deque<CommitRequest> deferred = new ArrayDeque<>();

  private volatile boolean stopping;

  Committer(
      CommitterConnection connection,
      CommitQueue queue,
      int maxBatch,
      DiskState state,
      Batches batches,
      MadeListener listener) {
    this.maxBatch = maxBatch;
    this.state = state;
    this.batches = batches;
    this.listener = listener;
    this.queue = queue;
    this.connection = connection;
    this.thread =
        Thread.ofPlatform().name("committer-" + connection.name()).daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  void stop() {
    stopping = true;
  }

  void awaitStop() {
    try {
      thread.join(Duration.ofSeconds(20));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (connection) {
      connect();
      while (!stopping || !queue.isEmpty() || !deferred.isEmpty()) {
        List<CommitRequest> batch = nextBatch();
        if (!batch.isEmpty()) {
          long begun = System.nanoTime();
          commitGuarded(batch);
          queue.gather(restAfter(batch.size(), Duration.ofNanos(System.nanoTime() - begun)));
        }
        if (state.isToBeTried()) {
          tryRoom();
        }
      }
    } catch (InterruptedException interrupted) {
      LOG.warn("{} was interrupted and stops", thread.getName());
    }
  }

  /** Connects. A failure is tried again, and logged, when there is something to commit. */
  private void connect() {
    try {
      connection.open();
    } catch (SQLException | RuntimeException | Error failed) {
      LOG.debug("{} could not connect yet", thread.getName(), failed);
    }
  }

  /** Returns the pause after a batch: none if the batch was small. */
  static Duration restAfter(int batch, Duration commit) {
    if (batch <= CROWD) {
      return Duration.ZERO;
    }
    Duration rest = Duration.ofNanos((long) (REST * commit.toNanos()));
    return rest.compareTo(MAX_REST) < 0 ? rest : MAX_REST;
  }

  /** Returns changesets of which no two change the same row, in the order of arrival. */
  private List<CommitRequest> nextBatch() throws InterruptedException {
    var candidates = new ArrayDeque<>(deferred);
    deferred.clear();
    queue.takeInto(candidates, maxBatch);
    return withoutSharedRows(candidates);
  }

  private List<CommitRequest> withoutSharedRows(Deque<CommitRequest> candidates) {
    var batch = new ArrayList<CommitRequest>(candidates.size());
    Set<Write.Row> touched = new HashSet<>();
    for (CommitRequest waiting : candidates) {
      List<Write.Row> rows = sharableRows(waiting);
      if (!Collections.disjoint(touched, rows)) {
        deferred.add(waiting);
      } else {
        touched.addAll(rows);
        batch.add(waiting);
      }
    }
    return batch;
  }

  private static List<Write.Row> sharableRows(CommitRequest waiting) {
    var rows = new ArrayList<Write.Row>();
    for (Write write : waiting.changeset().writes()) {
      if (write.statement().effect().isExclusive()) {
        rows.add(write.row());
      }
    }
    return rows;
  }

  /** Commits the batch. Even a bug must leave no caller waiting, and must not end the thread. */
  private void commitGuarded(List<CommitRequest> batch) throws InterruptedException {
    try {
      commit(batch);
    } catch (RuntimeException | Error bug) {
      connection.drop();
      batch.forEach(waiting ->
          waiting.fail(new CommitUnknownException("the committer failed: " + bug.getMessage())));
      LOG.error("a batch of {} failed in a way that was not foreseen", batch.size(), bug);
    }
  }

  private void tryRoom() {
    try {
      switch (connection.tryRoom()) {
        case BatchResult.Durable _ -> state.wasFound();
        case BatchResult.Exhausted(var sqlState, var why) -> state.lacks(sqlState, why);
        case BatchResult other -> LOG.warn("whether there is room is not known: {}", other);
      }
    } catch (RuntimeException | Error bug) {
      connection.drop();
      LOG.error("whether there is room could not be tried", bug);
    }
  }

  private void commit(List<CommitRequest> batch) throws InterruptedException {
    List<CommitRequest> rest = batch;
    int contentions = 0;
    while (!rest.isEmpty()) {
      switch (connection.run(rest)) {
        case BatchResult.Durable(var made) -> {
          batches.committed(rest.size());
          rest.forEach(waiting -> waiting.complete(new CommitResult.Committed()));
          if (!made.isEmpty()) {
            listener.made(made);
          }
          return;
        }
        case BatchResult.GuardsFailed(var refusals) -> {
          batches.rolledBack();
          refusals.forEach((waiting, guard) -> waiting.complete(new CommitResult.Refused(guard)));
          rest = rest.stream().filter(waiting -> !refusals.containsKey(waiting)).toList();
        }
        case BatchResult.Poisoned(var rejected) -> {
          batches.rolledBack();
          if (rest.size() == 1) {
            rest.getFirst().complete(rejected);
            return;
          }
          commit(rest.subList(0, rest.size() / 2));
          rest = rest.subList(rest.size() / 2, rest.size());
        }
        case BatchResult.Contended(var why) -> {
          batches.rolledBack();
          if (++contentions > MAX_CONTENTIONS) {
            rest.forEach(waiting ->
                waiting.fail(
                    new DatabaseUnavailableException("too much contention: " + why, null)));
            return;
          }
        }
        case BatchResult.Exhausted(var sqlState, var why) -> {
          state.lacks(sqlState, why);
          rest.forEach(waiting -> waiting.fail(new DatabaseUnavailableException(why, null)));
          return;
        }
        case BatchResult.Lost(var batchNumber, var cause) -> {
          LOG.warn("{} lost its connection: {}", thread.getName(), cause);
          if (wasCommitted(batchNumber)) {
            batches.committed(rest.size());
            rest.forEach(waiting -> waiting.complete(new CommitResult.Committed()));
            return;
          }
          rest = rest.stream().filter(CommitRequest::isWanted).toList();
        }
      }
    }
  }

  /**
   * Asks until the database responds, because nothing else can be done with this batch. The owners
   * of its changesets time out independently.
   */
  private boolean wasCommitted(UUID batchNumber) throws InterruptedException {
    for (int tries = 0; ; tries++) {
      try {
        return connection.wasCommitted(batchNumber);
      } catch (SQLException unreachable) {
        if (tries % TRIES_PER_LINE == 0) {
          LOG.warn("{} cannot reach the database: {}", thread.getName(), unreachable.getMessage());
        }
        if (stopping) {
          throw new DatabaseUnavailableException(
              "stopped while the database was away", unreachable);
        }
        LockSupport.parkNanos(RECONNECT_PAUSE.toNanos());
      }
    }
  }
}
