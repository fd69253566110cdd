package florin.http;

import florin.core.Caller.KeyKind;
import java.util.Optional;

/**
 * What one request has of everything that is bounded, from the end of its headers until its answer
 * is written or cannot be any more. Whoever ends the request gives it all back, on any thread.
 */
final class Holding {
  private final Capacity capacity;
  private final boolean oneTooMany;
  private Optional<String> address;
  private Crowd crowd;
  private int bytes;
  private boolean stranger;
  private boolean headersTaken;
  private boolean hasFile;
  private boolean ended;

  Holding(Capacity capacity, Crowd crowd, Optional<String> address, boolean oneTooMany) {
    this.capacity = capacity;
    this.crowd = crowd;
    this.address = address;
    this.oneTooMany = oneTooMany;
  }

  /**
   * Whether its address had more requests than it may when this one came: it is to be told to wait.
   * Looked at later, two that come at once would each be told to make room for the other.
   */
  boolean isOneTooMany() {
    return oneTooMany;
  }

  /**
   * Its key is known, so it counts among others from now on. Who has a secret key is a merchant,
   * and not counted by address; false where there are too many with publishable keys, from this one
   * or of all who have no secret key.
   */
  synchronized boolean hasKey(KeyKind kind) {
    if (bytes > 0) {
      throw new IllegalStateException("the key comes first");
    }
    if (kind == KeyKind.PUBLISHABLE) {
      crowd = Crowd.BROWSERS;
      boolean few =
          address.isEmpty() || capacity.hasAtMost(address.get(), capacity.browsersPerAddress());
      return few && mayStay();
    }
    crowd = Crowd.KEYS;
    leaveAsStranger();
    address.ifPresent(capacity::forget);
    address = Optional.empty();
    return true;
  }

  /**
   * Whether it may take its time, for a body or until its answer is taken. Before its key is known
   * a request needs none, so that strangers never keep merchants from being asked for theirs; who
   * turns out to have no secret one needs a place among the strangers from then on.
   */
  synchronized boolean mayStay() {
    if (crowd != Crowd.KEYS && !stranger && !ended) {
      stranger = capacity.tryEnterAsStranger();
    }
    return crowd == Crowd.KEYS || stranger;
  }

  private void leaveAsStranger() {
    if (stranger) {
      stranger = false;
      capacity.leaveAsStranger();
    }
  }

  synchronized Crowd crowd() {
    return crowd;
  }

  synchronized boolean tryTake(int amount) {
    boolean taken = !ended && capacity.tryTake(crowd, address, amount);
    if (taken) {
      bytes += amount;
    }
    return taken;
  }

  /** The request's headers: once, and when it is known among whom it counts. */
  synchronized boolean tryTakeHeaders(int amount) {
    headersTaken = headersTaken || tryTake(amount);
    return headersTaken;
  }

  /** A place for a body that is kept in a file. */
  synchronized boolean tryTakeFile() {
    hasFile = hasFile || (!ended && capacity.tryTakeFile());
    return hasFile;
  }

  synchronized void giveFile() {
    if (hasFile) {
      hasFile = false;
      capacity.giveFile();
    }
  }

  synchronized void give(int amount) {
    if (!ended) {
      capacity.give(crowd, address, amount);
      bytes -= amount;
    }
  }

  /** Gives everything back. Does nothing the second time. */
  synchronized void end() {
    if (!ended) {
      ended = true;
      capacity.give(crowd, address, bytes);
      address.ifPresent(capacity::forget);
      leaveAsStranger();
      giveFile();
      capacity.leave();
    }
  }
}
