package florin.http;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Semaphore;

/** The unused part of the {@link Budgets}, and the part that each party holds. */
final class Capacity {
  private static final int MAX_FILES = 4;

  private final Budgets budgets;
  private final Semaphore present;

  /** The slots for requests without a secret key, among those present. */
  private final Semaphore unauthenticated;

  /**
   * The requests of addresses: with a key that is not verified yet, with a publishable key, and
   * without one.
   */
  private final PerAddress knocking = new PerAddress();

  private final PerAddress browsers = new PerAddress();
  private final PerAddress keyless = new PerAddress();
  private final PerAddress accounts = new PerAddress();
  private final Map<TrafficClass, Room> rooms = new EnumMap<>(TrafficClass.class);

  /** The number of bodies in files, which limits their disk space. */
  private final Semaphore files = new Semaphore(MAX_FILES);

  /** The resources of one traffic class. */
  private record Room(ConcurrencyLimiter limiter, Semaphore bytes, PerAddress bytesOfParties) {}

  /**
   * The party to which requests count: an address or an account.
   *
   * @param served its limit of concurrent requests; the party is told to retry those beyond it
   * @param most the limit beyond which requests get no response
   */
  record Party(String name, PerAddress requests, int served, int most) {
    /**
     * Returns its number of requests with one more. Empty, and not counted, if that exceeds the
     * most.
     */
    OptionalInt enter() {
      return requests.take(name, 1, most);
    }

    void leave() {
      requests.give(name, 1);
    }
  }

  Capacity(Budgets budgets) {
    this.budgets = budgets;
    this.present = new Semaphore(budgets.present());
    this.unauthenticated = new Semaphore(budgets.unauthenticated());
    for (TrafficClass trafficClass : TrafficClass.values()) {
      var bytes = new Semaphore(budgets.bytes(trafficClass));
      rooms.put(
          trafficClass,
          new Room(new ConcurrencyLimiter(budgets.running(trafficClass)), bytes, new PerAddress()));
    }
  }

  ConcurrencyLimiter admission(TrafficClass trafficClass) {
    return room(trafficClass).limiter();
  }

  boolean tryTakeFile() {
    return files.tryAcquire();
  }

  void giveFile() {
    files.release();
  }

  /** Returns the number of running requests of all traffic classes. */
  int running() {
    return rooms.values().stream().mapToInt(room -> room.limiter().inFlight()).sum();
  }

  /** Returns the number of requests whose responses are not sent yet. */
  int present() {
    return budgets.present() - present.availablePermits();
  }

  /** Returns the bytes that the requests of a traffic class hold. */
  int held(TrafficClass trafficClass) {
    return budgets.bytes(trafficClass) - room(trafficClass).bytes().availablePermits();
  }

  /**
   * Takes a slot for one request. Empty if not even its rejection would fit.
   *
   * @param trafficClass the endpoint's traffic class: for {@link TrafficClass#KEYS}, the request
   *     counts as {@link TrafficClass#EVERYBODY} until its key is verified
   * @param address empty if requests are not counted by address
   */
  Optional<ResourceReservation> enter(TrafficClass trafficClass, Optional<String> address) {
    if (!present.tryAcquire()) {
      return Optional.empty();
    }
    boolean knocks = trafficClass == TrafficClass.KEYS;
    Optional<Party> party =
        address.map(known ->
            knocks
                ? ofAddress(known, knocking, budgets.knockingPerAddress())
                : ofAddress(known, keyless, budgets.keylessPerAddress()));
    OptionalInt ofParty = party.map(Party::enter).orElse(OptionalInt.of(0));
    if (ofParty.isEmpty()) {
      present.release();
      return Optional.empty();
    }
    boolean oneTooMany = party.filter(known -> ofParty.getAsInt() > known.served()).isPresent();
    return Optional.of(
        new ResourceReservation(
            this, knocks ? TrafficClass.EVERYBODY : trafficClass, party, oneTooMany));
  }

  void leave() {
    present.release();
  }

  /** Takes a slot among the requests without a secret key. */
  boolean tryEnterAsUnauthenticated() {
    return unauthenticated.tryAcquire();
  }

  void leaveAsUnauthenticated() {
    unauthenticated.release();
  }

  /** Returns the party of an address with a publishable key, which is public. */
  Party browsers(String address) {
    return ofAddress(address, browsers, budgets.browsersPerAddress());
  }

  /** Returns the party of an account with a secret key. */
  Party account(long number) {
    return new Party(
        "account " + number, accounts, budgets.servedPerAccount(), budgets.presentPerAccount());
  }

  private static Party ofAddress(String address, PerAddress requests, int served) {
    return new Party(address, requests, served, 2 * served);
  }

  boolean tryTake(TrafficClass trafficClass, Optional<Party> party, int amount) {
    Room room = room(trafficClass);
    if (party.isPresent()
        && !room.bytesOfParties()
            .tryTake(party.get().name(), amount, budgets.bytesPerParty(trafficClass))) {
      return false;
    }
    boolean taken = room.bytes().tryAcquire(amount);
    if (!taken) {
      party.ifPresent(known -> room.bytesOfParties().give(known.name(), amount));
    }
    return taken;
  }

  void give(TrafficClass trafficClass, Optional<Party> party, int amount) {
    Room room = room(trafficClass);
    room.bytes().release(amount);
    party.ifPresent(known -> room.bytesOfParties().give(known.name(), amount));
  }

  private Room room(TrafficClass trafficClass) {
    Room room = rooms.get(trafficClass);
    if (room == null) {
      throw new IllegalStateException("no room for " + trafficClass);
    }
    return room;
  }
}
