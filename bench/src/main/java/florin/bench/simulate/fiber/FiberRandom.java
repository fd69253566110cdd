package florin.bench.simulate.fiber;

/** In place of {@link java.security.SecureRandom}, where ids are drawn. */
public final class FiberRandom {
  public FiberRandom() {}

  public long nextLong() {
    return Fibers.random().nextLong();
  }
}
