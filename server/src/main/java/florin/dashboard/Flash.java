package florin.dashboard;

/** What the next page says at its top, once: that something was done, or why not. */
public record Flash(boolean good, String text) {
  String stored() {
    return (good ? "+" : "-") + text;
  }

  static Flash of(String stored) {
    return new Flash(stored.startsWith("+"), stored.substring(1));
  }
}
