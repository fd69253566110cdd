package florin.team;

import florin.core.Id.SessionId;
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
 * Slows down guesses of passwords and codes. Every attempt is counted before it is checked: for its
 * e-mail address, whether or not a user has it, and for its network address. After a few failures,
 * each further one locks for twice as long as the one before. All nodes share the counts.
 *
 * <p>Anyone who knows an e-mail address can lock it, for at most {@link #LONGEST_LOCK}. So a
 * session, and a browser in which its user has signed in before ({@link DeviceCookies}), have their
 * own counts. Passkeys, which can't be guessed, have none.
 */
final class Lockout {
  /** The failures in a row before a lock: the fifth one locks. */
  static final int FREE_FOR_EMAIL = 4;

  /** The same limit for a browser's own count, and for a session's. */
  private static final int FREE_FOR_OWN = FREE_FOR_EMAIL;

  /** The limit for a network address, which many people may share. */
  static final int FREE_FOR_ADDRESS = 29;

  static final Duration FIRST_LOCK = Duration.ofSeconds(30);
  static final Duration LONGEST_LOCK = Duration.ofMinutes(15);

  /**
   * The time after which failures are deleted; this also bounds the table, because hashing is slow.
   */
  static final Duration MEMORY = Duration.ofHours(24);

  private final LockoutStore store;
  private final InstantSource clock;

  Lockout(Db db, InstantSource clock) {
    this.store = new LockoutStore(db);
    this.clock = clock;
  }

  /** A count, and the failures that it allows. */
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

    static LockoutKey device(String nonce) {
      return new LockoutKey(sha256("device " + nonce), FREE_FOR_OWN);
    }

    static LockoutKey session(SessionId id) {
      return new LockoutKey(sha256("session " + id.text()), FREE_FOR_OWN);
    }

    /**
     * Returns the network: for IPv6 the first 64 bits, which belong to one customer of a provider
     * (RFC 6177).
     */
    private static String network(String address) {
      if (!address.contains(":")) {
        return address;
      }
      List<String> groups = List.of(address.split(":", -1));
      return String.join(":", groups.subList(0, Math.min(4, groups.size())));
    }
  }

  /**
   * A guess.
   *
   * @param counted the counts that it raises; a lock of any rejects it
   * @param forgotten the counts that its success resets
   */
  record Guess(List<LockoutKey> counted, List<LockoutKey> forgotten) {
    static Guess of(String email, String address) {
      LockoutKey own = LockoutKey.email(email);
      return new Guess(List.of(own, LockoutKey.address(address)), List.of(own));
    }

    /**
     * Returns a guess from a browser that has signed in before. The sign-in reports the email's
     * failures.
     */
    static Guess ofDevice(String email, String nonce) {
      LockoutKey own = LockoutKey.device(nonce);
      return new Guess(List.of(own), List.of(own, LockoutKey.email(email)));
    }

    static Guess ofSession(SessionId session) {
      LockoutKey own = LockoutKey.session(session);
      return new Guess(List.of(own), List.of(own));
    }
  }

  /**
   * Counts an attempt as failed until {@link #succeeded} is called.
   *
   * @return how long to wait if it is locked; then it was not counted
   */
  Optional<Duration> begin(Guess guess) {
    Instant now = clock.instant();
    return store
        .begin(guess.counted(), now, now.minus(MEMORY))
        .map(until -> Duration.between(now, until));
  }

  /**
   * Resets the failures before a success, and takes the attempt off the network address.
   *
   * @return the number of earlier failed attempts
   */
  int succeeded(Guess guess) {
    List<LockoutKey> givenBack =
        guess.counted().stream().filter(key -> !guess.forgotten().contains(key)).toList();
    return store.succeeded(guess.forgotten(), givenBack) - 1;
  }

  /** Resets the failures of an e-mail address after a sign-in that was not counted. */
  int signedIn(String email) {
    return store.succeeded(List.of(LockoutKey.email(email)), List.of());
  }

  /** Returns the lock after a number of failures. */
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
