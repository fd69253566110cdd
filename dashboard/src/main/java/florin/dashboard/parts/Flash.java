package florin.dashboard.parts;

/**
 * A message that the next page shows once at its top.
 *
 * @param good whether it reports success
 */
public record Flash(boolean good, String text) {
  public String stored() {
    return (good ? "+" : "-") + text;
  }

  public static Flash of(String stored) {
    return new Flash(stored.startsWith("+"), stored.substring(1));
  }
}
