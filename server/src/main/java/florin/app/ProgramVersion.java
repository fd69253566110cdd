package florin.app;

/** The version of this program. */
public final class ProgramVersion {
  private ProgramVersion() {}

  public static String text() {
    String ofJar = ProgramVersion.class.getPackage().getImplementationVersion();
    return "Florin " + (ofJar == null ? "(not from a jar)" : ofJar);
  }
}
