package florin.bench.fuzz;

/** Reads one input as the service does, and checks the invariants. */
@FunctionalInterface
interface InputReader {
  /**
   * Returns whether the input was accepted. An example that is rejected tests only the rejection.
   *
   * @throws FuzzFinding if an invariant is broken
   * @throws Exception for a bug; an invalid input doesn't throw
   */
  boolean read(byte[] input) throws Exception;
}
