package florin.bench.simulate.fiber;

/**
 * Ends a fiber whose life is over. Each waiting call throws it, also during the cleanup that
 * follows. Only the scheduler catches it.
 */
final class LifeOver extends Error {
  private static final long serialVersionUID = 1L;

  LifeOver() {
    super("", null, false, false);
  }
}
