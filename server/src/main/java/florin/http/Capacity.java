package florin.http;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Semaphore;

/** What is left of the {@link Budgets}, and who has what of them. */
final class Capacity {
  private static final int MAX_FILES = 4;

  private final Budgets budgets;
  private final Semaphore present;

  /** Of those present, the places of who has no secret key. */
  private final Semaphore strangers;

  /** Requests of addresses: whose key is not known yet, by a publishable one, and without. */
  private final PerAddress knocking = new PerAddress();

  private final PerAddress browsers = new PerAddress();
  private final PerAddress keyless = new PerAddress();
  private final PerAddress accounts = new PerAddress();
  private final Map<Crowd, Room> rooms = new EnumMap<>(Crowd.class);

  /** Bodies that are kept in files: what they may take of the disk. */
  private final Semaphore files = new Semaphore(MAX_FILES);

  /** What one crowd has. */
  private record Room(Admission admission, Semaphore bytes, PerAddress bytesOfParties) {}

  /**
   * Who requests count for: an address or an account, among others of its kind.
   *
   * @param served requests that it may have at once; who comes past them is told to wait
   * @param most requests until not even that is said
   */
  record Party(String name, PerAddress requests, int served, int most) {
    /** How many it has with one more; empty, and it is not counted, where that is past the most. */
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
    this.strangers = new Semaphore(budgets.strangers());
    for (Crowd crowd : Crowd.values()) {
      var bytes = new Semaphore(budgets.bytes(crowd));
      rooms.put(crowd, new Room(new Admission(budgets.running(crowd)), bytes, new PerAddress()));
    }
  }

  Admission admission(Crowd crowd) {
    return room(crowd).admission();
  }

  boolean tryTakeFile() {
    return files.tryAcquire();
  }

  void giveFile() {
    files.release();
  }

  /** Requests that run now, of all crowds. */
  int running() {
    return rooms.values().stream().mapToInt(room -> room.admission().inFlight()).sum();
  }

  /** Requests whose answers are not out yet. */
  int present() {
    return budgets.present() - present.availablePermits();
  }

  /** Bytes that the requests of a crowd hold. */
  int held(Crowd crowd) {
    return budgets.bytes(crowd) - room(crowd).bytes().availablePermits();
  }

  /**
   * A place for one request; empty where not even its refusal would fit.
   *
   * @param crowd the endpoint's: where that is {@link Crowd#KEYS}, the request counts among
   *     everybody until its key is known
   * @param address empty where requests are not counted by it
   */
  Optional<Holding> enter(Crowd crowd, Optional<String> address) {
    if (!present.tryAcquire()) {
      return Optional.empty();
    }
    boolean knocks = crowd == Crowd.KEYS;
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
    return Optional.of(new Holding(this, knocks ? Crowd.EVERYBODY : crowd, party, oneTooMany));
  }

  void leave() {
    present.release();
  }

  /** A place among those without a secret key. */
  boolean tryEnterAsStranger() {
    return strangers.tryAcquire();
  }

  void leaveAsStranger() {
    strangers.release();
  }

  /** With a publishable key, which everybody may have. */
  Party browsers(String address) {
    return ofAddress(address, browsers, budgets.browsersPerAddress());
  }

  /** With a secret key. */
  Party account(long number) {
    return new Party(
        "account " + number, accounts, budgets.servedPerAccount(), budgets.presentPerAccount());
  }

  private static Party ofAddress(String address, PerAddress requests, int served) {
    return new Party(address, requests, served, 2 * served);
  }

  boolean tryTake(Crowd crowd, Optional<Party> party, int amount) {
    Room room = room(crowd);
    if (party.isPresent()
        && !room.bytesOfParties()
            .tryTake(party.get().name(), amount, budgets.bytesPerParty(crowd))) {
      return false;
    }
    boolean taken = room.bytes().tryAcquire(amount);
    if (!taken) {
      party.ifPresent(known -> room.bytesOfParties().give(known.name(), amount));
    }
    return taken;
  }

  void give(Crowd crowd, Optional<Party> party, int amount) {
    Room room = room(crowd);
    room.bytes().release(amount);
    party.ifPresent(known -> room.bytesOfParties().give(known.name(), amount));
  }

  private Room room(Crowd crowd) {
    Room room = rooms.get(crowd);
    if (room == null) {
      throw new IllegalStateException("no room for " + crowd);
    }
    return room;
  }
}
