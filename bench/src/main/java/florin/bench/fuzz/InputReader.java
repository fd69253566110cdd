package florin.bench.fuzz;

/** Reads one input as the service does, and checks what must hold of it. */
@FunctionalInterface
interface InputReader {
  /**
   * @throws FuzzFinding where a promise is broken
   * @throws Exception a bug as well: what is wrong with an input is said otherwise
   */
  void read(byte[] input) throws Exception;
}
