package florin.bench.simulate.fiber;

/**
 * Ends an activity of a life that is over: it comes out of wherever the activity waited, and again
 * of whatever it still tries on its way out. Nobody catches it but who started the activity.
 */
final class LifeOver extends Error {
  private static final long serialVersionUID = 1L;

  LifeOver() {
    super("", null, false, false);
  }
}
