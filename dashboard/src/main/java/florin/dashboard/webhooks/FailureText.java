package florin.dashboard.webhooks;

import florin.webhook.Delivery.DeliveryAttempt;

/** The reason why an endpoint fails, and advice. */
public final class FailureText {
  private FailureText() {}

  /** Returns the result in two words: `HTTP 500`, or that there was no response. */
  static String brief(DeliveryAttempt attempt) {
    return attempt.httpStatus().map(status -> "HTTP " + status).orElse("No response");
  }

  static String advice(DeliveryAttempt attempt) {
    return attempt
        .httpStatus()
        .map(FailureText::advice)
        .orElse(
            "No valid response within 15 seconds. Check that the server is up and that host, port and certificate match. Respond to the event first, then process it.");
  }

  private static String advice(int status) {
    return switch (status) {
      case 401, 403 ->
          "The server denied access. Check for a login or a firewall, and check that the server verifies the raw body with this endpoint's secret.";
      case 404, 405 -> "The server accepts no POST at this URL. Check the path.";
      case 408, 429 -> "The server asks for fewer requests. Florin waits as requested.";
      case 410 -> "The server says that this URL is gone permanently.";
      default ->
          status / 100 == 3
              ? "The server redirects, and Florin doesn't follow redirects. Enter the final URL."
              : status >= 500
                  ? "The server returned an error. Check its log at these times."
                  : "The server rejected the event. Check its log at these times.";
    };
  }
}
