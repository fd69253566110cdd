package florin.dashboard;

/**
 * A message that the next page shows once at its top.
 *
 * @param good whether it reports success
 */
public record Flash(boolean good, String text) {
  String stored() {
    return (good ? "+" : "-") + text;
  }

  static Flash of(String stored) {
    return new Flash(stored.startsWith("+"), stored.substring(1));
  }
}
