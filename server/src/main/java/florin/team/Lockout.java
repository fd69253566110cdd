package florin.team;

import florin.core.Sha256;
import florin.db.Db;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Slows down who guesses. Every attempt is counted before it is looked at, for the e-mail address
 * that it names, whether anybody has it or not, and for the network address that it comes from;
 * after a few failures each further one locks for twice as long as the one before. All nodes share
 * the counts.
 *
 * <p>The lock is short at most, since whoever knows an address can lock it.
 */
final class Lockout {
  /** The fifth failure in a row locks. */
  static final int FREE_FOR_EMAIL = 4;

  /** Many people may share a network address. */
  static final int FREE_FOR_ADDRESS = 29;

  static final Duration FIRST_LOCK = Duration.ofSeconds(30);
  static final Duration LONGEST_LOCK = Duration.ofMinutes(15);

  /** What failed so long ago is forgotten; this bounds the table as well, since hashing is slow. */
  static final Duration MEMORY = Duration.ofHours(24);

  private final LockoutStore store;
  private final InstantSource clock;

  Lockout(Db db, InstantSource clock) {
    this.store = new LockoutStore(db);
    this.clock = clock;
  }

  /** What is counted, and how much of it is free. */
  record LockoutKey(String hex, int free) {
    byte[] hash() {
      return HexFormat.of().parseHex(hex);
    }

    static LockoutKey email(String email) {
      return new LockoutKey(sha256("email " + email.toLowerCase(Locale.ROOT)), FREE_FOR_EMAIL);
    }

    static LockoutKey address(String address) {
      return new LockoutKey(sha256("address " + network(address)), FREE_FOR_ADDRESS);
    }

    /** Of IPv6 the first 64 bits: all that one customer of a provider has (RFC 6177). */
    private static String network(String address) {
      if (!address.contains(":")) {
        return address;
      }
      List<String> groups = List.of(address.split(":", -1));
      return String.join(":", groups.subList(0, Math.min(4, groups.size())));
    }
  }

  /**
   * Counts an attempt as failed until {@link #succeeded} is called.
   *
   * @return how long to wait, when it may not be made now; then it was not counted
   */
  Optional<Duration> begin(String email, String address) {
    Instant now = clock.instant();
    return store
        .begin(
            List.of(LockoutKey.address(address), LockoutKey.email(email)), now, now.minus(MEMORY))
        .map(until -> Duration.between(now, until));
  }

  /**
   * The e-mail's count is over, and the address gets its attempt back.
   *
   * @return how many attempts had failed before
   */
  int succeeded(String email, String address) {
    return store.succeeded(LockoutKey.email(email), LockoutKey.address(address)) - 1;
  }

  /** How long so many failures lock. */
  static Optional<Duration> lock(int failures, int free) {
    if (failures <= free) {
      return Optional.empty();
    }
    int doublings = Math.min(failures - free - 1, 10);
    Duration lock = FIRST_LOCK.multipliedBy(1L << doublings);
    return Optional.of(lock.compareTo(LONGEST_LOCK) > 0 ? LONGEST_LOCK : lock);
  }

  private static String sha256(String text) {
    return HexFormat.of().formatHex(Sha256.of(text));
  }
}
