package florin.bench.fuzz;

/** Reads one input as the service does, and checks what must hold of it. */
@FunctionalInterface
interface InputReader {
  /**
   * Whether the input was taken for what it is to be, and not refused: an example that is not has
   * tried but a refusal.
   *
   * @throws FuzzFinding where a promise is broken
   * @throws Exception a bug as well: what is wrong with an input is said otherwise
   */
  boolean read(byte[] input) throws Exception;
}
