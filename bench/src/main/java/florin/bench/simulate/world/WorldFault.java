package florin.bench.simulate.world;

import java.util.Locale;

/** What goes wrong in a world, now and then, for as long as it is stormy. */
enum WorldFault {
  /** A message to the network never arrives. */
  REQUEST_LOST,
  /** The network's answer never arrives. */
  ANSWER_LOST,
  /** A message arrives after whoever sent it has given up. */
  REQUEST_LATE,
  /** A message arrives twice. */
  REQUEST_TWICE,
  /** The database cannot be reached, by a commit or a read. */
  DATABASE_AWAY,
  /** A commit is lost on its way, and nobody knows. */
  COMMIT_LOST,
  /** A commit is made, and nobody hears. */
  COMMIT_UNHEARD,
  /** The merchant's receiver fails, or its answer is lost. */
  RECEIVER_FAILS,
  /** A commit is made, and known by the committer's row alone: what it returned is lost. */
  COMMIT_WITNESSED;

  /** As in the list of a world's parts. */
  @Override
  public String toString() {
    return "now and then " + name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
