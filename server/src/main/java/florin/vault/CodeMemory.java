package florin.vault;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import com.github.benmanes.caffeine.cache.Ticker;
import florin.core.CardCode;
import florin.core.Id.PaymentMethodId;
import florin.core.Realm;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;

/**
 * Holds the verification code that came with a payment method until its first authorisation: in
 * this node's memory only, encrypted under a key that dies with the process, for {@link #LONGEST}
 * at most. A code may be asked for once. Where it is gone (too late, another node, a restart, too
 * many at once), the authorisation goes without it.
 *
 * <p>PCI DSS 3.3.1 forbids to keep a code after authorisation, even encrypted, and 3.3.2 to keep it
 * in the clear before: so it is encrypted, and taken, never read.
 */
public final class CodeMemory {
  public static final Duration LONGEST = Duration.ofMinutes(15);

  /** The most codes held, some 30 MB; past it the cache drops one for each that comes. */
  public static final int MOST = 100_000;

  private record Key(Realm realm, PaymentMethodId method) {
    byte[] context() {
      return ByteBuffer.allocate(3 * Long.BYTES)
          .putLong(realm.id())
          .putLong(method.uuid().getMostSignificantBits())
          .putLong(method.uuid().getLeastSignificantBits())
          .array();
    }
  }

  private final AesGcm aes;
  private final byte[] key = new byte[RootKey.LENGTH];
  private final Cache<Key, byte[]> codes;

  public CodeMemory(SecureRandom random) {
    this(random, Ticker.systemTicker(), MOST);
  }

  CodeMemory(SecureRandom random, Ticker ticker, int most) {
    aes = new AesGcm(random);
    random.nextBytes(key);
    codes =
        Caffeine.newBuilder()
            .maximumSize(most)
            .expireAfterWrite(LONGEST)
            .ticker(ticker)
            .executor(Runnable::run) // evict in the call, so that the bound holds when it returns
            .scheduler(Scheduler.systemScheduler()) // drop what is due though nobody calls
            .build();
  }

  /** Holds the code; one that was held for the method before is forgotten. */
  public void put(Realm realm, PaymentMethodId method, CardCode code) {
    var name = new Key(realm, method);
    byte[] digits = code.digits().getBytes(StandardCharsets.US_ASCII);
    codes.put(name, aes.seal(key, name.context(), digits));
  }

  /** The method's code, which is then forgotten: of any number of callers one gets it. */
  public Optional<CardCode> take(Realm realm, PaymentMethodId method) {
    var name = new Key(realm, method);
    return Optional.ofNullable(codes.asMap().remove(name))
        .flatMap(sealed -> aes.open(key, name.context(), sealed))
        .map(digits -> new CardCode(new String(digits, StandardCharsets.US_ASCII)));
  }

  /** Forgets the method's code: no authorisation will follow. */
  public void drop(Realm realm, PaymentMethodId method) {
    codes.invalidate(new Key(realm, method));
  }

  /** How many codes are held. */
  public long size() {
    codes.cleanUp();
    return codes.estimatedSize();
  }

  @Override
  public String toString() {
    return "CodeMemory[" + size() + " codes]";
  }
}
