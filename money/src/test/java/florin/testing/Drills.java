package florin.testing;

/** Whether all is to be tried, however long it takes: {@code ./florin test --drills}. */
public final class Drills {
  private Drills() {}

  public static boolean areAsked() {
    return System.getProperty("drills") != null;
  }
}
