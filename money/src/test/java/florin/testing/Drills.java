package florin.testing;

/**
 * Returns whether the drills run, which test everything and take long: {@code ./florin test
 * --drills}.
 */
public final class Drills {
  private Drills() {}

  public static boolean areAsked() {
    return System.getProperty("drills") != null;
  }
}
