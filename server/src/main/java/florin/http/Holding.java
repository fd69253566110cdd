package florin.http;

import florin.core.Caller;
import florin.core.Caller.KeyKind;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What one request has of everything that is bounded, from the end of its headers until its answer
 * is written or cannot be any more. Whoever ends the request gives it all back, on any thread.
 */
final class Holding {
  private final Capacity capacity;
  private boolean oneTooMany;
  private Optional<ScarceConnections.Stay> stay = Optional.empty();

  /** What it is counted by: its address, or with a secret key its account. */
  private Optional<Capacity.Party> party;

  private Crowd crowd;
  private int bytes;
  private boolean stranger;
  private boolean shutOut;
  private boolean headersTaken;
  private boolean hasFile;
  private boolean shed;
  private boolean ended;

  Holding(Capacity capacity, Crowd crowd, Optional<Capacity.Party> address, boolean oneTooMany) {
    this.capacity = capacity;
    this.crowd = crowd;
    this.party = address;
    this.oneTooMany = oneTooMany;
  }

  /**
   * Whether its address had more requests than it may when this one came: it is to be told to wait,
   * unless a secret key is found with it. Looked at later, two that come at once would each be told
   * to make room for the other.
   */
  synchronized boolean isOneTooMany() {
    return oneTooMany;
  }

  /** The connection that it came by is in use until it ends. */
  synchronized void begin(ScarceConnections.Stay connection) {
    connection.begins();
    stay = Optional.of(connection);
  }

  /**
   * Its key is known, so it counts among others from now on. Who has a secret key is a merchant,
   * and counted by account, not by address; false where there are too many of the account, or with
   * publishable keys from this address, or of all who have no secret key.
   */
  synchronized boolean hasKey(Caller caller) {
    if (bytes > 0) {
      throw new IllegalStateException("the key comes first");
    }
    if (caller.kind() == KeyKind.PUBLISHABLE) {
      crowd = Crowd.BROWSERS;
      return countsFor(party.map(address -> capacity.browsers(address.name()))) && mayStay();
    }
    crowd = Crowd.KEYS;
    oneTooMany = false;
    stay.ifPresent(connection -> connection.isOf(caller.realm().accountNumber()));
    leaveAsStranger();
    return countsFor(Optional.of(capacity.account(caller.realm().accountNumber())));
  }

  private boolean countsFor(Optional<Capacity.Party> other) {
    party.ifPresent(Capacity.Party::leave);
    OptionalInt now = other.map(Capacity.Party::enter).orElse(OptionalInt.of(0));
    shutOut = now.isEmpty();
    party = other.filter(_ -> !shutOut);
    return party.map(known -> now.getAsInt() <= known.served()).orElse(!shutOut);
  }

  /**
   * Whether it may take its time, for a body or until its answer is taken. Before its key is known
   * a request needs none, so that strangers never keep merchants from being asked for theirs; who
   * turns out to have no secret one needs a place among the strangers from then on. Not where its
   * account has more than its share.
   */
  synchronized boolean mayStay() {
    if (crowd != Crowd.KEYS && !stranger && !ended) {
      stranger = capacity.tryEnterAsStranger();
    }
    return !shutOut && (crowd == Crowd.KEYS || stranger);
  }

  private void leaveAsStranger() {
    if (stranger) {
      stranger = false;
      capacity.leaveAsStranger();
    }
  }

  /** True the first time. */
  synchronized boolean isFirstShed() {
    boolean first = !shed;
    shed = true;
    return first;
  }

  synchronized Crowd crowd() {
    return crowd;
  }

  synchronized boolean tryTake(int amount) {
    boolean taken = !ended && capacity.tryTake(crowd, party, amount);
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
      if (amount > bytes) {
        throw new IllegalStateException("gives back " + amount + " bytes of " + bytes);
      }
      capacity.give(crowd, party, amount);
      bytes -= amount;
    }
  }

  /** Gives everything back. Does nothing the second time. */
  synchronized void end() {
    if (!ended) {
      ended = true;
      stay.ifPresent(ScarceConnections.Stay::ends);
      capacity.leave();
      giveFile();
      leaveAsStranger();
      party.ifPresent(Capacity.Party::leave);
      capacity.give(crowd, party, bytes);
    }
  }
}
