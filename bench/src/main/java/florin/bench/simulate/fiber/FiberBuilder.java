package florin.bench.simulate.fiber;

/** In place of {@link java.lang.Thread.Builder.OfVirtual}: what it starts is an activity. */
@FunctionalInterface
public interface FiberBuilder {
  /** Of the same life as whoever starts it. */
  Thread start(Runnable work);

  /** Nobody asks for the name. */
  default FiberBuilder name(String name) {
    return this;
  }
}
