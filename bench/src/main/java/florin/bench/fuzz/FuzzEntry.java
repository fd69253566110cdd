package florin.bench.fuzz;

/** What Jazzer calls, in a process of its own. */
public final class FuzzEntry {
  /** The property that names the target. */
  static final String TARGET = "florin.fuzz.target";

  private static final InputReader READER =
      FuzzTarget.find(System.getProperty(TARGET, "")).orElseThrow().boundedReader();

  private FuzzEntry() {}

  /** The name is Jazzer's. */
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    var _ = READER.read(input);
  }
}
