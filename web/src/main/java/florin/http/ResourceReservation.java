package florin.http;

import florin.core.Caller;
import florin.core.Caller.KeyKind;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The limited resources that one request holds, from the end of its headers until its response is
 * written or can't be. Any thread that ends the request returns all of them.
 */
final class ResourceReservation {
  private final Capacity capacity;
  private boolean oneTooMany;
  private Optional<ScarceConnections.Stay> stay = Optional.empty();

  /** The party to which it counts: its address or, with a secret key, its account. */
  private Optional<Capacity.Party> party;

  private TrafficClass trafficClass;
  private int bytes;
  private boolean isUnauthenticated;
  private boolean isRejected;
  private boolean headersTaken;
  private boolean hasFile;
  private boolean shed;
  private boolean ended;

  ResourceReservation(
      Capacity capacity,
      TrafficClass trafficClass,
      Optional<Capacity.Party> address,
      boolean oneTooMany) {
    this.capacity = capacity;
    this.trafficClass = trafficClass;
    this.party = address;
    this.oneTooMany = oneTooMany;
  }

  /**
   * Returns whether its address was over the limit when the request arrived: it is then told to
   * retry, unless it has a secret key. This is decided on arrival, otherwise two concurrent
   * requests would each be rejected because of the other.
   */
  synchronized boolean isOneTooMany() {
    return oneTooMany;
  }

  /** Marks its connection as in use until the request ends. */
  synchronized void begin(ScarceConnections.Stay connection) {
    connection.begins();
    stay = Optional.of(connection);
  }

  /**
   * Records the key, which changes how the request is counted. A secret key counts by account, not
   * by address. Returns false if the account has too many requests, if this address has too many
   * with publishable keys, or if there are too many without a secret key.
   */
  synchronized boolean hasKey(Caller caller) {
    if (bytes > 0) {
      throw new IllegalStateException("the key comes first");
    }
    if (caller.kind() == KeyKind.PUBLISHABLE) {
      trafficClass = TrafficClass.BROWSERS;
      return countsFor(party.map(address -> capacity.browsers(address.name()))) && mayStay();
    }
    trafficClass = TrafficClass.KEYS;
    oneTooMany = false;
    stay.ifPresent(connection -> connection.isOf(caller.realm().accountNumber()));
    leaveAsUnauthenticated();
    return countsFor(Optional.of(capacity.account(caller.realm().accountNumber())));
  }

  private boolean countsFor(Optional<Capacity.Party> other) {
    party.ifPresent(Capacity.Party::leave);
    OptionalInt now = other.map(Capacity.Party::enter).orElse(OptionalInt.of(0));
    isRejected = now.isEmpty();
    party = other.filter(_ -> !isRejected);
    return party.map(known -> now.getAsInt() <= known.served()).orElse(!isRejected);
  }

  /**
   * Returns whether the request may wait, for a body or until its response is read. Until its key
   * is known a request needs no slot for this, so that unauthenticated clients never block key
   * checks. A request without a secret key then needs a slot among such requests. An account over
   * its share may not wait.
   */
  synchronized boolean mayStay() {
    if (trafficClass != TrafficClass.KEYS && !isUnauthenticated && !ended) {
      isUnauthenticated = capacity.tryEnterAsUnauthenticated();
    }
    return !isRejected && (trafficClass == TrafficClass.KEYS || isUnauthenticated);
  }

  private void leaveAsUnauthenticated() {
    if (isUnauthenticated) {
      isUnauthenticated = false;
      capacity.leaveAsUnauthenticated();
    }
  }

  /** Returns true on the first call. */
  synchronized boolean isFirstShed() {
    boolean first = !shed;
    shed = true;
    return first;
  }

  synchronized TrafficClass crowd() {
    return trafficClass;
  }

  synchronized boolean tryTake(int amount) {
    boolean taken = !ended && capacity.tryTake(trafficClass, party, amount);
    if (taken) {
      bytes += amount;
    }
    return taken;
  }

  /** Takes the memory of the request's headers once, when its traffic class is known. */
  synchronized boolean tryTakeHeaders(int amount) {
    headersTaken = headersTaken || tryTake(amount);
    return headersTaken;
  }

  /** Takes a slot for a body in a temporary file. */
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
      capacity.give(trafficClass, party, amount);
      bytes -= amount;
    }
  }

  /** Returns all resources. A second call has no effect. */
  synchronized void end() {
    if (!ended) {
      ended = true;
      stay.ifPresent(ScarceConnections.Stay::ends);
      capacity.leave();
      giveFile();
      leaveAsUnauthenticated();
      party.ifPresent(Capacity.Party::leave);
      capacity.give(trafficClass, party, bytes);
    }
  }
}
