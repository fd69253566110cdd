package florin.bench;

/** The commands `bench` and `drill` of the entry script. */
public final class Main {
  private static final int WRONG_USAGE = 2;

  private Main() {}

  public static void main(String[] arguments) {
    System.err.println(
        """
        usage: florin bench    measure payments per second and latency
               florin drill    break things on purpose and check that no payment is lost\
        """);
    System.exit(WRONG_USAGE);
  }
}
