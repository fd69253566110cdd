package florin.core;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A source of UUIDv7 (RFC 9562, section 5.7, method 3): 48 bits of milliseconds, 12 bits below the
 * millisecond, 62 random bits. The 60 bits of time never repeat within a process and never go
 * backwards, so the ids of one process are strictly ascending. Those of a sandbox have its time.
 */
public final class IdSource {
  private static final long PER_MILLI = 4096;

  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();
  private final AtomicLong last = new AtomicLong();

  public IdSource(InstantSource clock) {
    this.clock = clock;
  }

  public UUID next() {
    // The source itself counts by the real time: a sandbox must not push the ids of others ahead.
    long tick = tick() + RealmClock.ahead().toMillis() * PER_MILLI;
    long high = (tick / PER_MILLI) << 16 | 0x7000L | (tick % PER_MILLI);
    long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }

  private long tick() {
    var now = clock.instant();
    long candidate =
        now.getEpochSecond() * 1000 * PER_MILLI + now.getNano() * PER_MILLI / 1_000_000;
    return last.updateAndGet(before -> Math.max(before + 1, candidate));
  }
}
