package florin.account;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.ErrorCode;
import florin.core.Id.KeyId;
import florin.core.Problem;
import florin.core.Refusal;
import florin.db.DatabaseUnavailableException;
import florin.db.Db;
import florin.db.GroupRead;
import florin.job.BackgroundJob;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Authenticates the API key of a request. Results are cached until the epoch changes: every node
 * polls one row, which any revocation or creation of a key raises. A node that has not polled for a
 * second does not trust its cache, and rejects requests.
 */
public final class ApiKeys implements AutoCloseable {
  static final Duration POLL = Duration.ofMillis(300);

  /** The time within which every node rejects a revoked key. */
  static final Duration TRUST = Duration.ofSeconds(1);

  /** The most cached keys; unknown ones are cached too, so guessing causes no repeated queries. */
  static final int MAX_REMEMBERED =
      (int) Math.min(100_000, Runtime.getRuntime().maxMemory() / (8 << 10));

  /** The most keys that are known to exist, by their hashes alone. */
  private static final int MAX_EXISTING = Math.min(10_000, MAX_REMEMBERED);

  /** The unknown keys, not yet cached, that one client address may have looked up. */
  private static final int UNKNOWN_PER_SECOND = 10;

  private static final int UNKNOWN_BURST = 600;

  /** How long a request waits for another one that is polling the epoch. */
  private static final Duration POLL_PATIENCE = Duration.ofSeconds(5);

  private static final Duration FLUSH_LAST_USE = Duration.ofMinutes(1);

  private final AccountStore store;
  private final InstantSource clock;
  private final GroupRead<String, ApiKey> reader;
  private final Cache<String, Optional<ApiKey>> remembered =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).build();

  /**
   * The keys that were found once. After the cache is cleared they are read again like any other,
   * so a revocation takes effect, but not counted. Otherwise an attacker at the same address would
   * use up their lookups.
   */
  private final Cache<String, Boolean> existing =
      Caffeine.newBuilder().maximumSize(MAX_EXISTING).build();

  private final Map<KeyId, Instant> lastUsed = new ConcurrentHashMap<>();
  private final RateLimit<String> lookups = new RateLimit<>(UNKNOWN_PER_SECOND, UNKNOWN_BURST);
  private final BackgroundJob poll;
  private final BackgroundJob flush;
  private final ReentrantLock polling = new ReentrantLock();
  private volatile long epoch;
  private volatile long polledNanos;
  private volatile long failedNanos = System.nanoTime();

  public ApiKeys(Db db, AccountStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
    this.reader = new GroupRead<>("keys", db, 1, AccountStore::findByHash);
    pollEpoch();
    this.poll = BackgroundJob.start("key-epoch", POLL, this::pollEpoch);
    this.flush = BackgroundJob.start("key-last-use", FLUSH_LAST_USE, this::flushLastUse);
  }

  /**
   * Returns the caller with this key, or throws the reason why the key is invalid.
   *
   * @param address the client's address, empty for unlimited lookups
   */
  public Caller authenticate(String presented, Optional<String> address) {
    KeyText text =
        KeyText.parse(presented)
            .orElseThrow(() ->
                refuse(
                    ErrorCode.API_KEY_MALFORMED,
                    "This is not an API key: it is mistyped or incomplete. Keys begin with sk_, rk_ or pk_, and then test_ or live_."));
    ApiKey key =
        find(text, address)
            .orElseThrow(() ->
                refuse(
                    ErrorCode.API_KEY_UNKNOWN,
                    "This API key doesn't exist on this installation. Check that the key and the address belong together."));
    Instant now = clock.instant();
    if (key.isRevoked()) {
      throw refuse(
          ErrorCode.API_KEY_REVOKED, "This API key was revoked. Use another key of the account.");
    }
    if (key.isExpired(now)) {
      throw refuse(
          ErrorCode.API_KEY_EXPIRED,
          "This API key has expired: it was rolled, or had an end date. Use its successor or another key.");
    }
    lastUsed.put(key.id(), now);
    return key.caller();
  }

  /**
   * Returns the key with this text, if it is a publishable one that is accepted.
   *
   * @param address the client's address, empty for unlimited lookups
   */
  public Optional<ApiKey> findPublishable(String presented, Optional<String> address) {
    Instant now = clock.instant();
    return KeyText.parse(presented)
        .flatMap(text -> find(text, address))
        .filter(key -> key.kind() == KeyKind.PUBLISHABLE && key.isUsable(now));
  }

  /**
   * Returns the caller of a cached secret or restricted key without blocking. Empty for every other
   * text: {@link #authenticate} gives the reason.
   */
  public Optional<Caller> recall(String presented) {
    if (!isCurrent()) {
      return Optional.empty();
    }
    Instant now = clock.instant();
    Optional<ApiKey> valid =
        KeyText.parse(presented)
            .flatMap(text -> Optional.ofNullable(remembered.getIfPresent(name(text))))
            .flatMap(known -> known)
            .filter(key -> !key.isRevoked() && !key.isExpired(now))
            .filter(key -> key.kind() != KeyKind.PUBLISHABLE);
    valid.ifPresent(key -> lastUsed.put(key.id(), now));
    return valid.map(ApiKey::caller);
  }

  private static String name(KeyText text) {
    return HexFormat.of().formatHex(text.hash());
  }

  /** Returns true while this node has seen every revocation that is at least a second old. */
  public boolean isCurrent() {
    return System.nanoTime() - polledNanos < TRUST.toNanos();
  }

  /** Lets this node see a change of keys immediately; the others see it within a second. */
  public void refresh() {
    pollEpoch();
  }

  /** Returns the epoch that this node last saw; it changes with any key or connector. */
  public long epoch() {
    return epoch;
  }

  @Override
  public void close() {
    poll.close();
    flush.close();
    reader.close();
    flushLastUse();
  }

  private Optional<ApiKey> find(KeyText text, Optional<String> address) {
    if (!becomesCurrent()) {
      throw new Problem.Unavailable(
              ErrorCode.DATABASE_UNAVAILABLE,
              "The service can't check API keys at the moment. Try again in a few seconds; nothing was done.",
              Duration.ofSeconds(1))
          .refusal();
    }
    String hash = name(text);
    Optional<ApiKey> known = remembered.getIfPresent(hash);
    if (known != null) {
      return known;
    }
    Optional<String> counted =
        existing.getIfPresent(hash) == null ? address : Optional.<String>empty();
    counted.ifPresent(this::countLookup);
    long before = epoch;
    Optional<ApiKey> found = reader.find(hash);
    if (found.isPresent()) {
      existing.put(hash, true);
      counted.ifPresent(lookups::giveBack);
    }
    // A result from before a revocation must not be cached after it.
    if (before == epoch) {
      remembered.put(hash, found);
    }
    return found;
  }

  /** Counts a lookup before it is made, which also limits those in flight. */
  private void countLookup(String address) {
    RateLimit.Quota decision = lookups.take(address, System.nanoTime());
    if (!decision.allowed()) {
      throw new Problem.TooManyRequests(
              ErrorCode.RATE_LIMIT,
              "This address sent too many API keys that don't exist, so Florin doesn't check further keys from it. Wait as long as Retry-After says, then send a valid key. Nothing was done.",
              decision.retryAfter())
          .refusal();
    }
  }

  /**
   * Polls the epoch if the job is late, for example during a slow start, which alone is no reason
   * to reject requests. One request polls, and others wait for it.
   */
  private boolean becomesCurrent() {
    if (isCurrent()) {
      return true;
    }
    long came = System.nanoTime();
    if (!awaitsTurn()) {
      return false;
    }
    try {
      // A request that waited for a failed poll does not poll again: many requests would wait one
      // by one.
      if (!isCurrent() && failedNanos - came <= 0) {
        pollEpoch();
      }
      return isCurrent();
    } catch (DatabaseUnavailableException away) {
      failedNanos = System.nanoTime();
      return false;
    } finally {
      polling.unlock();
    }
  }

  private boolean awaitsTurn() {
    try {
      return polling.tryLock(POLL_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean pollEpoch() {
    long asked = System.nanoTime();
    long now = store.readEpoch();
    if (now != epoch) {
      epoch = now;
      remembered.invalidateAll();
    }
    polledNanos = asked;
    return false;
  }

  private boolean flushLastUse() {
    var flushed = Map.copyOf(lastUsed);
    if (!flushed.isEmpty()) {
      store.touch(flushed);
      flushed.forEach(lastUsed::remove);
    }
    return false;
  }

  private static Refusal refuse(ErrorCode code, String message) {
    return new Problem.Unauthenticated(code, message).refusal();
  }
}
