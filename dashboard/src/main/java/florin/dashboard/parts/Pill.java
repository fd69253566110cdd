package florin.dashboard.parts;

/**
 * A colored pill that shows a status in words.
 *
 * @param tone the color: `good`, `bad`, `wait`, `note` or `calm`; the words alone are sufficient
 */
public record Pill(String tone, String words) {
  /**
   * Returns the pill of any status: of payments, refunds, deliveries, endpoints, keys or members.
   */
  public static Pill of(String status) {
    return new Pill(tone(status), words(status));
  }

  private static String tone(String status) {
    return switch (status) {
      case "succeeded",
          "delivered",
          "enabled",
          "active",
          "approved",
          "done",
          "passed",
          "complete" ->
          "good";
      case "failed", "failing", "exhausted", "declined", "refused", "disputed", "dispute_lost" ->
          "bad";
      case "requires_capture", "requires_action", "expiring", "reversing", "partly_refunded" ->
          "wait";
      case "processing", "pending", "begun", "unknown", "invited", "open" -> "note";
      default -> "calm";
    };
  }

  private static String words(String status) {
    return switch (status) {
      case "requires_capture" -> "To capture";
      case "requires_action" -> "Waiting for payer";
      case "refused" -> "Rejected";
      case "exhausted" -> "Given up";
      default -> CodeText.of(status);
    };
  }
}
