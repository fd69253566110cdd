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
 * Slows down guessing of passwords and codes. Every attempt is counted before it is checked: for
 * the e-mail address that it names, whether a user has it or not, and for the network address that
 * it comes from. After a few failures each further one locks for twice as long as the one before.
 * All nodes share the counts.
 *
 * <p>Anyone who knows an e-mail address can lock it, for {@link #LONGEST_LOCK} at most. So a
 * browser in which its user has signed in before ({@link DeviceCookies}) and a session have counts
 * of their own, and passkeys, which cannot be guessed, have none.
 */
final class Lockout {
  /** The fifth failure in a row locks. */
  static final int FREE_FOR_EMAIL = 4;

  /** Also of a browser's own count, and of a session's. */
  private static final int FREE_FOR_OWN = FREE_FOR_EMAIL;

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

    static LockoutKey device(String nonce) {
      return new LockoutKey(sha256("device " + nonce), FREE_FOR_OWN);
    }

    static LockoutKey session(SessionId id) {
      return new LockoutKey(sha256("session " + id.text()), FREE_FOR_OWN);
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
   * An attempt to guess.
   *
   * @param counted each of these counts it, and one that is locked refuses it
   * @param forgotten whose failures are forgotten once it has succeeded
   */
  record Guess(List<LockoutKey> counted, List<LockoutKey> forgotten) {
    static Guess of(String email, String address) {
      LockoutKey own = LockoutKey.email(email);
      return new Guess(List.of(own, LockoutKey.address(address)), List.of(own));
    }

    /** From a browser that has signed in before. The sign-in reports the email's failures. */
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
   * @return how long to wait, when it may not be made now; then it was not counted
   */
  Optional<Duration> begin(Guess guess) {
    Instant now = clock.instant();
    return store
        .begin(guess.counted(), now, now.minus(MEMORY))
        .map(until -> Duration.between(now, until));
  }

  /**
   * Forgets the failures before it, and gives a network address its attempt back.
   *
   * @return how many attempts had failed before
   */
  int succeeded(Guess guess) {
    List<LockoutKey> givenBack =
        guess.counted().stream().filter(key -> !guess.forgotten().contains(key)).toList();
    return store.succeeded(guess.forgotten(), givenBack) - 1;
  }

  /** The same for a sign-in that was not counted. */
  int signedIn(String email) {
    return store.succeeded(List.of(LockoutKey.email(email)), List.of());
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
