package florin.bench.rows;

import java.util.SplittableRandom;
import java.util.UUID;

/** Generates UUIDv7 (RFC 9562, section 5.7) for any time. The same seed gives the same ids. */
final class Ids {
  private static final long BELOW_MILLIS = 0xFFFF;
  private static final long VERSION = 0x7000;
  private static final long RANDOM = 0x3FFF_FFFF_FFFF_FFFFL;
  private static final long VARIANT = 0x8000_0000_0000_0000L;

  private Ids() {}

  /**
   * Generates an id.
   *
   * @param millis time in Unix milliseconds
   * @param high 16 bits after the time: the version and 12 more bits
   */
  static UUID of(long millis, long high, SplittableRandom random) {
    return new UUID((millis << 16) | (high & BELOW_MILLIS), (random.nextLong() & RANDOM) | VARIANT);
  }

  static UUID of(long millis, SplittableRandom random) {
    return of(millis, VERSION | random.nextInt(1 << 12), random);
  }
}
