package florin.dashboard.webhooks;

import florin.webhook.Delivery.DeliveryAttempt;
import florin.webhook.NoResponse;
import java.net.URI;

/** The reason why an endpoint fails, and advice. */
public final class FailureText {
  private FailureText() {}

  /** Returns the result in two words: `HTTP 500`, or that there was no response. */
  static String brief(DeliveryAttempt attempt) {
    return attempt.httpStatus().map(status -> "HTTP " + status).orElse("No response");
  }

  /**
   * Returns advice.
   *
   * @param url of the endpoint
   */
  static String advice(DeliveryAttempt attempt, String url) {
    return attempt
        .httpStatus()
        .map(FailureText::advice)
        .orElseGet(
            () -> advice(attempt.error().flatMap(NoResponse::of).orElse(NoResponse.BROKEN), url));
  }

  private static String advice(NoResponse reason, String url) {
    String place = URI.create(url).getRawAuthority();
    return switch (reason) {
      case NOT_ALLOWED -> "Florin doesn't send events to this address. Correct the URL.";
      case UNKNOWN_HOST ->
          "DNS has no address for the host of %s. Check the URL for a typing error, and check the DNS record."
              .formatted(place);
      case REFUSED ->
          "Nothing listens at %s. Start the server, or correct the port.".formatted(place);
      case UNREACHABLE ->
          "%s didn't accept a connection. Check the firewall, and that the server is up."
              .formatted(place);
      case TLS ->
          "Check that the certificate of %s is valid, names this host, and is sent with its intermediate certificates."
              .formatted(place);
      case TIMEOUT ->
          "The server didn't respond within 15 seconds. Return 2xx first, then process the event.";
      case BROKEN -> "The server gave no valid response. Check its log at these times.";
    };
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
