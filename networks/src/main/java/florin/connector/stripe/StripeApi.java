package florin.connector.stripe;

import florin.connector.remote.RemoteApi;
import florin.connector.remote.RemoteObject;
import florin.connector.remote.RemoteRequest;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** The properties of Stripe's API. */
final class StripeApi implements RemoteApi<StripeError> {
  static final URI STRIPE = URI.create("https://api.stripe.com");

  /** The host that takes files. */
  static final URI FILES = URI.create("https://files.stripe.com");

  /** The version of the API, which determines the format of requests and responses. */
  static final String VERSION = "2026-07-29.dahlia";

  @Override
  public String provider() {
    return "Stripe";
  }

  @Override
  public Map<String, String> headers() {
    return Map.of("Stripe-Version", VERSION);
  }

  @Override
  public boolean isOfNewPage(RemoteRequest request) {
    return request.isPost() && request.target().equals(StripeRequests.SESSIONS);
  }

  @Override
  public Optional<StripeError> error(RemoteObject body) {
    return body.object("error").map(StripeError::of);
  }

  @Override
  public boolean isRejection(RemoteRequest request, int status, StripeError error) {
    return status == 400 || status == 402 || status == 404;
  }

  @Override
  public boolean isInUse(RemoteRequest request, Optional<StripeError> error) {
    return error.filter(it -> it.has("idempotency_key_in_use")).isPresent();
  }

  @Override
  public boolean isOfOtherMode(RemoteObject object, boolean live) {
    return object.flag("livemode").equals(Optional.of(!live));
  }
}
