package florin.dashboard;

import florin.webhook.Delivery.DeliveryAttempt;

/** The reason why an endpoint fails, and advice. */
final class FailureText {
  private FailureText() {}

  /** Returns the result: `HTTP 500`, or why there was no response. */
  static String of(DeliveryAttempt attempt) {
    return attempt
        .httpStatus()
        .map(status -> "HTTP " + status)
        .or(attempt::error)
        .orElse("no answer");
  }

  static String advice(DeliveryAttempt attempt) {
    return attempt
        .httpStatus()
        .map(FailureText::advice)
        .orElse(
            "Nothing answered as it must. Look whether the server runs and whether its name, port and certificate are as the address says; it has 15 seconds to answer, so take the event in first and work on it afterwards.");
  }

  private static String advice(int status) {
    return switch (status) {
      case 401, 403 ->
          "The server lets nobody in: look for a login or a firewall before this address, and whether it verifies the raw body with this endpoint's secret.";
      case 404, 405 -> "Nothing takes a POST at this address: look at its path.";
      case 408, 429 -> "The server asks for fewer or slower requests. Florin waits as it says.";
      case 410 -> "The server says that the address is gone for good.";
      default ->
          status / 100 == 3
              ? "The server leads elsewhere, and redirects are not followed: give the address that answers by itself."
              : status >= 500
                  ? "The server fails by itself: its log at these times says why."
                  : "The server refuses what it is sent: its log at these times says why.";
    };
  }
}
