package florin.bench.simulate.fiber;

/** Replaces {@link java.security.SecureRandom} where ids are generated. */
public final class FiberRandom {
  public FiberRandom() {}

  public long nextLong() {
    return Fibers.random().nextLong();
  }
}
