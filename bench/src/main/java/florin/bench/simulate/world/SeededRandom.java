package florin.bench.simulate.world;

import java.security.SecureRandom;
import java.util.Random;

/** A source of random bytes that follow from a seed. */
final class SeededRandom extends SecureRandom {
  private static final long serialVersionUID = 1L;

  private final Random random;

  SeededRandom(long seed) {
    this.random = new Random(seed);
  }

  @Override
  public void nextBytes(byte[] bytes) {
    random.nextBytes(bytes);
  }
}
