package florin.bench.simulate.world;

import java.util.Locale;

/** What is promised of any world, whatever its seed. */
enum WorldPromise {
  /** Nothing that was asked for ended in an error of ours. */
  NO_BUG,
  /** Who asks again under a key gets an answer in the end. */
  ANSWERED,
  /** What was acknowledged is there, as it was told. */
  KEPT,
  /** A key makes one thing, and gets one answer. */
  ONCE,
  /** Another request under a key is refused. */
  OTHER_REQUEST,
  /** Captured is within authorised, refunded within captured. */
  SUMS,
  /** At most one authorisation stands, and the network's book says the same as ours. */
  BOOKS,
  /** A thing's events have no gap and no double. */
  WHOLE,
  /** What is final stays final. */
  FINAL,
  /** Nothing stays open. */
  RESOLVED,
  /** Each event that was committed arrived, and no other. */
  ARRIVED,
  /** What arrived is rightly signed. */
  SIGNED,
  /** A node sends an endpoint no more at once than there are places. */
  PLACES;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
