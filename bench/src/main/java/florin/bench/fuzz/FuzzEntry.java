package florin.bench.fuzz;

/** The class that Jazzer calls, in a separate process. */
public final class FuzzEntry {
  /** The system property with the name of the target. */
  static final String TARGET = "florin.fuzz.target";

  private static final InputReader READER =
      FuzzTarget.find(System.getProperty(TARGET, "")).orElseThrow().boundedReader();

  private FuzzEntry() {}

  /** Reads one input. Jazzer requires this method name. */
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    var _ = READER.read(input);
  }
}
