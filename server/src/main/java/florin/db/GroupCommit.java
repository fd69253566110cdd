package florin.db;

import florin.core.Patience;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Makes changesets durable, many in one transaction.
 *
 * <p>A commit costs an fsync however little it holds, so requests that wait at the same moment
 * share one. They put their changesets into a queue; a few committers, each a thread with a
 * connection of its own, take what is waiting and commit it as one transaction. A lone request
 * waits for nobody: what queues while one commit runs is the next batch. Only in a crowd, after a
 * batch of several, a committer rests for part of the time that commit has taken, since a batch
 * costs much and each row in it little.
 *
 * <p>Sharing a transaction must not mean sharing a fate:
 *
 * <ul>
 *   <li>A guard that does not hold (a version that moved, a key that is taken) undoes that whole
 *       changeset and only that. The counts are read before COMMIT; when one is short the
 *       transaction is rolled back and runs again without the changesets at fault.
 *   <li>A row that PostgreSQL will not have fails the statement for all; the batch is halved until
 *       the culprit stands alone.
 *   <li>Two changesets that touch one row never meet in one batch: within one statement only one of
 *       them would be applied, silently.
 *   <li>Deadlocks and serialization failures run again.
 *   <li>When the connection is lost, whether the batch was committed is read from the committer's
 *       own row: see {@link Committer}.
 *   <li>A changeset that names the moment since which nothing may be lost fails alone where the
 *       connection is younger.
 * </ul>
 *
 * <p>Nothing here decides what is right: that the batch holds together rests on conditions and
 * constraints in SQL, since other nodes write to the same rows.
 *
 * <p>The queue has no bound of its own: a request has at most one changeset in it, and requests are
 * bounded at the door, where there is still something to refuse. What finishes, recovers or
 * delivers is never turned away here.
 */
public final class GroupCommit implements AutoCloseable {
  /** How long a caller waits for its changeset, by default. */
  public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(10);

  /**
   * How many connections commit when nothing is grouped: about what PostgreSQL does best with on
   * two cores.
   */
  private static final int ONE_BY_ONE_COMMITTERS = 10;

  /** Changesets of one caller that are committed together; more are no cheaper. */
  public static final int MAX_TOGETHER = Committer.MAX_BATCH / 2;

  private final CommitQueue queue = new CommitQueue();
  private final Sweeper sweeper;
  private final List<Committer> committers;
  private final Duration patience;
  private final Room room = new Room();
  private final Batches batches = new Batches();
  private volatile boolean started;
  private volatile boolean closed;

  /**
   * @param database opens connections for committers only: they are kept, and set up for walking
   *     indexes
   */
  public GroupCommit(String name, ConnectionSource database, int committers, Duration patience) {
    this(name, database, committers, patience, List.of(), MadeListener.NOBODY);
  }

  /**
   * @param companions of statements that changesets hold
   * @param listener hears what the statements that spread have made
   */
  public GroupCommit(
      String name,
      ConnectionSource database,
      int committers,
      Duration patience,
      List<Companion> companions,
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
      List<Companion> companions,
      MadeListener listener) {
    this.patience = patience;
    this.sweeper = new Sweeper(name);
    this.committers =
        IntStream.rangeClosed(1, committers)
            .mapToObj(n ->
                new Committer(
                    new CommitterConnection(name + "-" + n, database, companions),
                    queue,
                    maxBatch,
                    room,
                    batches,
                    listener))
            .toList();
  }

  /** With one committer, which takes a connection when there is something to commit. */
  public static GroupCommit whenNeeded(
      String name,
      ConnectionSource database,
      Duration patience,
      List<Companion> companions,
      MadeListener listener) {
    return new GroupCommit(name, database, 1, Committer.MAX_BATCH, patience, companions, listener);
  }

  /** Gives every changeset a transaction of its own: what grouping is measured against. */
  public static GroupCommit oneByOne(
      String name,
      ConnectionSource database,
      Duration patience,
      List<Companion> companions,
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
   * Commits a changeset and returns once it is durable or known not to be. The first one waits
   * until each committer has tried to connect: what follows from it may need connections as old.
   *
   * @throws CommitUnknownException when the database has the changeset but did not answer in time
   * @throws DatabaseUnavailableException when it was not even begun in time, or PostgreSQL may have
   *     lost what it follows from; then it never will be
   */
  public CommitResult commit(Changeset changeset) {
    return commitAll(List.of(changeset)).getFirst();
  }

  /**
   * The same for several at once, which share a batch unless they touch the same rows: each has a
   * result of its own, in their order.
   *
   * @param changesets at most {@link #MAX_TOGETHER}
   * @throws CommitUnknownException where that is so of one of them, whatever became of the others
   * @throws DatabaseUnavailableException likewise
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
    committers.forEach(committer -> committer.awaitReady(Patience.left(patience)));
    List<CommitRequest> waiting =
        changesets.stream()
            .map(changeset ->
                new CommitRequest(changeset, Patience.left(patience), Patience.isPressing()))
            .toList();
    waiting.forEach(sweeper::add);
    try {
      queue.addAll(waiting);
      if (closed) {
        waiting.forEach(CommitRequest::withdraw); // it may have come when all was drained
      }
      return waiting.stream().map(CommitRequest::await).toList();
    } finally {
      waiting.forEach(sweeper::remove);
    }
  }

  /** False while the disk of the database is full, as the last commit found it. */
  public boolean hasRoom() {
    return !room.isFull();
  }

  /** What was committed so far. */
  public Batches batches() {
    return batches;
  }

  /** Commits what is queued, then stops. */
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
