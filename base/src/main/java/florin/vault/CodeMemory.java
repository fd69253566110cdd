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
 * The security codes of payment methods until their first authorization. They are held in this
 * node's memory only, encrypted with a key that is lost with the process, for {@link #LONGEST} at
 * most. A code can be read once. If it is gone (too late, another node, a restart, too many codes),
 * the authorization is sent without it.
 *
 * <p>PCI DSS 3.3.1 forbids storing a code after authorization, even encrypted, and 3.3.2 forbids
 * storing it in clear text before. So it is encrypted, and reading removes it.
 */
public final class CodeMemory {
  public static final Duration LONGEST = Duration.ofMinutes(15);

  /** The most codes held, some 30 MB. Above it, the cache drops one for each new code. */
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
  private final byte[] key;
  private final Cache<Key, byte[]> codes;

  public CodeMemory(SecureRandom random) {
    this(random, Ticker.systemTicker(), MOST);
  }

  CodeMemory(SecureRandom random, Ticker ticker, int most) {
    aes = new AesGcm(random);
    key = AesGcm.newKey(random);
    codes =
        Caffeine.newBuilder()
            .maximumSize(most)
            .expireAfterWrite(LONGEST)
            .ticker(ticker)
            .executor(Runnable::run) // evict in the call, so that the limit holds when it returns
            .scheduler(Scheduler.systemScheduler()) // drop expired codes without any call
            .build();
  }

  /** Holds the code, and drops an earlier one of the same method. */
  public void put(Realm realm, PaymentMethodId method, CardCode code) {
    var name = new Key(realm, method);
    byte[] digits = code.digits().getBytes(StandardCharsets.US_ASCII);
    codes.put(name, aes.seal(key, name.context(), digits));
  }

  /** Returns the method's code and drops it. Of concurrent callers, one receives it. */
  public Optional<CardCode> take(Realm realm, PaymentMethodId method) {
    var name = new Key(realm, method);
    return Optional.ofNullable(codes.asMap().remove(name))
        .flatMap(sealed -> aes.open(key, name.context(), sealed))
        .map(digits -> new CardCode(new String(digits, StandardCharsets.US_ASCII)));
  }

  /** Drops the method's code, because no authorization will follow. */
  public void drop(Realm realm, PaymentMethodId method) {
    codes.invalidate(new Key(realm, method));
  }

  /** Returns the number of held codes. */
  public long size() {
    codes.cleanUp();
    return codes.estimatedSize();
  }

  @Override
  public String toString() {
    return "CodeMemory[" + size() + " codes]";
  }
}
