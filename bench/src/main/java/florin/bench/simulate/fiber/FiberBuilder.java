package florin.bench.simulate.fiber;

/** Replaces {@link java.lang.Thread.Builder.OfVirtual}: it starts fibers. */
@FunctionalInterface
public interface FiberBuilder {
  /** Starts a fiber in the life of the current one. */
  Thread start(Runnable work);

  /** Ignores the name, which the simulation never reads. */
  default FiberBuilder name(String name) {
    return this;
  }
}
