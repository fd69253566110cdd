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
import florin.job.Loop;
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
 * Tells which key a request carries. What was found is remembered until the epoch moves: every node
 * polls one row, and whoever revokes or makes a key raises it. A node that could not poll for a
 * second does not trust its memory and refuses.
 */
public final class ApiKeys implements AutoCloseable {
  static final Duration POLL = Duration.ofMillis(300);

  /** A revoked key is refused within this time on every node. */
  static final Duration TRUST = Duration.ofSeconds(1);

  /** Keys in memory; those that do not exist are remembered too, so guessing costs no queries. */
  static final int MAX_REMEMBERED =
      (int) Math.min(100_000, Runtime.getRuntime().maxMemory() / (8 << 10));

  /** Keys that are known to exist, by their hashes alone. */
  private static final int MAX_EXISTING = Math.min(10_000, MAX_REMEMBERED);

  /** Keys that are not remembered and do not exist, which one client address may have looked up. */
  private static final int UNKNOWN_PER_SECOND = 10;

  private static final int UNKNOWN_BURST = 600;

  /** How long a request waits for another one that asks whether the memory is to be trusted. */
  private static final Duration POLL_PATIENCE = Duration.ofSeconds(5);

  private static final Duration FLUSH_LAST_USE = Duration.ofMinutes(1);

  private final AccountStore store;
  private final InstantSource clock;
  private final GroupRead<String, ApiKey> reader;
  private final Cache<String, Optional<ApiKey>> remembered =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).build();

  /**
   * The keys that were found once. When the memory is cleared they are read again as any other, so
   * a revocation holds, but not counted: a stranger at the same address would use up their lookups.
   */
  private final Cache<String, Boolean> existing =
      Caffeine.newBuilder().maximumSize(MAX_EXISTING).build();

  private final Map<KeyId, Instant> lastUsed = new ConcurrentHashMap<>();
  private final RateLimit<String> lookups = new RateLimit<>(UNKNOWN_PER_SECOND, UNKNOWN_BURST);
  private final Loop poll;
  private final Loop flush;
  private final ReentrantLock polling = new ReentrantLock();
  private volatile long epoch;
  private volatile long polledNanos;
  private volatile long failedNanos = System.nanoTime();

  public ApiKeys(Db db, AccountStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
    this.reader = new GroupRead<>("keys", db, 1, AccountStore::findByHash);
    pollEpoch();
    this.poll = Loop.start("key-epoch", POLL, this::pollEpoch);
    this.flush = Loop.start("key-last-use", FLUSH_LAST_USE, this::flushLastUse);
  }

  /**
   * The caller with this key, or a refusal that says what is wrong with the key.
   *
   * @param address where the key comes from, empty to look up as many as come
   */
  public Caller authenticate(String presented, Optional<String> address) {
    KeyText text =
        KeyText.parse(presented)
            .orElseThrow(() ->
                refuse(
                    ErrorCode.API_KEY_MALFORMED,
                    "This is not an API key: it has a typing error or is incomplete. Keys begin with sk_test_, sk_live_, pk_test_ or pk_live_."));
    ApiKey key =
        find(text, address)
            .orElseThrow(() ->
                refuse(
                    ErrorCode.API_KEY_UNKNOWN,
                    "This API key does not exist here. Was it made on another installation?"));
    Instant now = clock.instant();
    if (key.isRevoked()) {
      throw refuse(
          ErrorCode.API_KEY_REVOKED, "This API key was revoked. Use another key of the account.");
    }
    if (key.isExpired(now)) {
      throw refuse(
          ErrorCode.API_KEY_EXPIRED, "This API key was rolled and has expired. Use its successor.");
    }
    lastUsed.put(key.id(), now);
    return key.caller();
  }

  /**
   * The same of a secret key that was found before, without waiting for anything. Empty for every
   * other text: {@link #authenticate} says what is the matter with it.
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
            .filter(key -> key.caller().kind() == KeyKind.SECRET);
    valid.ifPresent(key -> lastUsed.put(key.id(), now));
    return valid.map(ApiKey::caller);
  }

  private static String name(KeyText text) {
    return HexFormat.of().formatHex(text.hash());
  }

  /** True while this node knows of every revocation that is a second old. */
  public boolean isCurrent() {
    return System.nanoTime() - polledNanos < TRUST.toNanos();
  }

  /** As this node has last seen it; it moves when a key or a connector changes. */
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
              "The service cannot check API keys at the moment. Try again in a few seconds.",
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
    // What was read before a revocation must not be remembered after it.
    if (before == epoch) {
      remembered.put(hash, found);
    }
    return found;
  }

  /** Counted before it is done: so many may be under way, too. */
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
   * The loop may have been kept from its turn, by a start that is still warming up; that alone is
   * no reason to refuse. One request asks, the others wait for it.
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
      // Who has waited for one that failed does not begin anew: a crowd would wait one by one.
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
