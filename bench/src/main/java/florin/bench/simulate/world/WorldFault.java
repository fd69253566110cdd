package florin.bench.simulate.world;

import java.util.Locale;

/** The faults that occur in a simulation run before the calm. */
enum WorldFault {
  /** A message to the network is lost. */
  REQUEST_LOST,
  /** The network's response is lost. */
  ANSWER_LOST,
  /** A message arrives after its sender's timeout. */
  REQUEST_LATE,
  /** A message arrives twice. */
  REQUEST_TWICE,
  /** The database is unreachable for a commit or a read. */
  DATABASE_AWAY,
  /** A commit is lost on its way to the database, and its outcome is unknown. */
  COMMIT_LOST,
  /** A commit is durable, and its outcome is unknown to the node. */
  COMMIT_UNHEARD,
  /** The merchant's receiver fails, or its response is lost. */
  RECEIVER_FAILS,
  /** A commit is durable, and the committer's row confirms it. The returned rows are lost. */
  COMMIT_WITNESSED;

  /** Returns the name in the list of a run's parts. */
  @Override
  public String toString() {
    return "sometimes " + name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
