package florin.db;

import florin.core.RequestDeadline;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The group commit, which makes changesets durable, many in one transaction.
 *
 * <p>A commit costs an fsync, however little it contains, so requests that wait at the same moment
 * share one. They put their changesets into a queue. A few committers, each a thread with a
 * connection of its own, take all waiting changesets and commit them as one transaction. A single
 * request waits for no other: what arrives while one commit runs is the next batch. After a batch
 * of several changesets, a committer pauses for part of that commit's time. A batch is expensive,
 * and each row in it is cheap.
 *
 * <p>Changesets that share a transaction must not affect each other:
 *
 * <ul>
 *   <li>A guard that does not hold (a version that changed, a key that is taken) undoes that whole
 *       changeset and only that. The counts are read before COMMIT; if one is too small, the
 *       transaction is rolled back and runs again without the failed changesets.
 *   <li>A row that PostgreSQL rejects fails the statement for all; the batch is halved until the
 *       changeset at fault is alone.
 *   <li>Two changesets that change one row are never in one batch, because one statement would
 *       silently apply only one of them.
 *   <li>Deadlocks and serialization failures run again.
 *   <li>If the connection is lost, the committer's own row shows whether the batch was committed:
 *       see {@link Committer}.
 * </ul>
 *
 * <p>Correctness does not depend on this class. It rests on conditions and constraints in SQL,
 * because other nodes write to the same rows.
 *
 * <p>The queue itself has no limit. A request has at most one changeset in it, and requests are
 * limited before they are accepted. Finishing, recovery and delivery are never rejected here.
 */
public final class GroupCommit implements AutoCloseable {
  /** The default time that a caller waits for its changeset. */
  public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(10);

  /**
   * The number of committers without grouping: about the number at which PostgreSQL is fastest on
   * two cores.
   */
  private static final int ONE_BY_ONE_COMMITTERS = 10;

  /** The most changesets that one caller commits together; more are no cheaper. */
  public static final int MAX_TOGETHER = Committer.MAX_BATCH / 2;

  private final CommitQueue queue = new CommitQueue();
  private final TimeoutSweeper sweeper;
  private final List<Committer> committers;
  private final Duration patience;
  private final DiskState state = new DiskState();
  private final Batches batches = new Batches();
  private volatile boolean started;
  private volatile boolean closed;

  /**
   * Creates a group commit without companions.
   *
   * @param database opens connections only for committers: they are kept, and configured to use
   *     indexes
   */
  public GroupCommit(String name, ConnectionSource database, int committers, Duration patience) {
    this(name, database, committers, patience, List.of(), MadeListener.NOBODY);
  }

  /**
   * Creates and starts a group commit.
   *
   * @param companions the companions of the statements in changesets
   * @param listener receives the rows that statements with `SPREAD` have created
   */
  public GroupCommit(
      String name,
      ConnectionSource database,
      int committers,
      Duration patience,
      List<DerivedStatement> companions,
      MadeListener listener) {
    this(name, database, committers, Committer.MAX_BATCH, patience, companions, listener);
    start();
  }

  private GroupCommit(
      String name,
      ConnectionSource database,
      int committers,
      int maxBatch,
      Duration patience,
      List<DerivedStatement> companions,
      MadeListener listener) {
    this.patience = patience;
    this.sweeper = new TimeoutSweeper(name);
    this.committers =
        IntStream.rangeClosed(1, committers)
            .mapToObj(n ->
                new Committer(
                    new CommitterConnection(name + "-" + n, database, companions),
                    queue,
                    maxBatch,
                    state,
                    batches,
                    listener))
            .toList();
  }

  /**
   * Returns a group commit with one committer, which connects when there is something to commit.
   */
  public static GroupCommit whenNeeded(
      String name,
      ConnectionSource database,
      Duration patience,
      List<DerivedStatement> companions,
      MadeListener listener) {
    return new GroupCommit(name, database, 1, Committer.MAX_BATCH, patience, companions, listener);
  }

  /**
   * Returns a group commit that gives each changeset its own transaction, for comparison in
   * benchmarks.
   */
  public static GroupCommit oneByOne(
      String name,
      ConnectionSource database,
      Duration patience,
      List<DerivedStatement> companions,
      MadeListener listener) {
    var each =
        new GroupCommit(name, database, ONE_BY_ONE_COMMITTERS, 1, patience, companions, listener);
    each.start();
    return each;
  }

  private synchronized void start() {
    if (!started && !closed) {
      started = true;
      committers.forEach(Committer::start);
    }
  }

  /**
   * Commits a changeset. Returns once it is durable or known not to be.
   *
   * @throws CommitUnknownException if the database has received the changeset but did not respond
   *     in time
   * @throws DatabaseUnavailableException if it was not begun in time; then it will never be
   *     committed
   */
  public CommitResult commit(Changeset changeset) {
    return commitAll(List.of(changeset)).getFirst();
  }

  /**
   * Commits several changesets, which share a batch unless they change the same rows. Each has a
   * result of its own, in order.
   *
   * @param changesets at most {@link #MAX_TOGETHER}
   * @throws CommitUnknownException if that applies to one of them, whatever the results of the
   *     others
   * @throws DatabaseUnavailableException if that applies to one of them
   */
  public List<CommitResult> commitAll(List<Changeset> changesets) {
    if (changesets.size() > MAX_TOGETHER) {
      throw new IllegalArgumentException(
          changesets.size() + " changesets are more than " + MAX_TOGETHER);
    }
    if (closed) {
      throw new DatabaseUnavailableException("the group commit is closed", null);
    }
    if (!started) {
      start();
    }
    List<CommitRequest> waiting =
        changesets.stream()
            .map(changeset ->
                new CommitRequest(
                    changeset, RequestDeadline.left(patience), RequestDeadline.isPressing()))
            .toList();
    waiting.forEach(sweeper::add);
    try {
      queue.addAll(waiting);
      if (closed) {
        waiting.forEach(
            CommitRequest::withdraw); // it may have been added after the queue was drained
      }
      return waiting.stream().map(CommitRequest::await).toList();
    } finally {
      waiting.forEach(sweeper::remove);
    }
  }

  /** Returns false while the database's disk is full, according to the last commit. */
  public boolean hasRoom() {
    return !state.isFull();
  }

  /** Returns the counts of the commits so far. */
  public Batches batches() {
    return batches;
  }

  /** Commits the queued changesets, then stops. */
  @Override
  public void close() {
    end();
    queue.drain().stream()
        .filter(CommitRequest::take)
        .forEach(waiting -> waiting.fail(new DatabaseUnavailableException("closed", null)));
    sweeper.close();
  }

  private synchronized void end() {
    closed = true;
    if (started) {
      committers.forEach(Committer::stop);
      committers.forEach(Committer::awaitStop);
    }
  }
}
