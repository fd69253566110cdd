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

  private final PerAddress requests = new PerAddress();
  private final Map<Crowd, Room> rooms = new EnumMap<>(Crowd.class);

  /** Bodies that are kept in files: what they may take of the disk. */
  private final Semaphore files = new Semaphore(MAX_FILES);

  /** What one crowd has. */
  private record Room(Admission admission, Semaphore bytes, PerAddress bytesOfAddresses) {}

  Capacity(Budgets budgets) {
    this.budgets = budgets;
    this.present = new Semaphore(budgets.present());
    this.strangers = new Semaphore(budgets.present() / 2);
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
    int bound = crowd == Crowd.KEYS ? budgets.knockingPerAddress() : budgets.keylessPerAddress();
    OptionalInt ofAddress =
        address.map(known -> requests.take(known, 1, 2 * bound)).orElse(OptionalInt.of(0));
    if (ofAddress.isEmpty()) {
      present.release();
      return Optional.empty();
    }
    boolean oneTooMany = ofAddress.getAsInt() > bound;
    return Optional.of(
        new Holding(this, crowd == Crowd.KEYS ? Crowd.EVERYBODY : crowd, address, oneTooMany));
  }

  void leave() {
    present.release();
  }

  /** A place among those without a secret key, who leave half of all places to the others. */
  boolean tryEnterAsStranger() {
    return strangers.tryAcquire();
  }

  void leaveAsStranger() {
    strangers.release();
  }

  boolean hasAtMost(String address, int bound) {
    return requests.of(address) <= bound;
  }

  int browsersPerAddress() {
    return budgets.browsersPerAddress();
  }

  /** How many requests the account has with this one; empty where that is past its share. */
  OptionalInt enterOf(String account) {
    return requests.take(account, 1, budgets.presentPerAccount());
  }

  /** Whether an account with so many requests is to be told to wait: while it may be told. */
  boolean isShareUsed(int requestsOfAccount) {
    return requestsOfAccount > budgets.servedPerAccount();
  }

  /** One request less of an address, or of an account. */
  void forget(String address) {
    requests.give(address, 1);
  }

  boolean tryTake(Crowd crowd, Optional<String> address, int amount) {
    Room room = room(crowd);
    if (address.isPresent()
        && !room.bytesOfAddresses().tryTake(address.get(), amount, budgets.bytesPerParty(crowd))) {
      return false;
    }
    boolean taken = room.bytes().tryAcquire(amount);
    if (!taken) {
      address.ifPresent(known -> room.bytesOfAddresses().give(known, amount));
    }
    return taken;
  }

  void give(Crowd crowd, Optional<String> address, int amount) {
    Room room = room(crowd);
    room.bytes().release(amount);
    address.ifPresent(known -> room.bytesOfAddresses().give(known, amount));
  }

  private Room room(Crowd crowd) {
    Room room = rooms.get(crowd);
    if (room == null) {
      throw new IllegalStateException("no room for " + crowd);
    }
    return room;
  }
}
