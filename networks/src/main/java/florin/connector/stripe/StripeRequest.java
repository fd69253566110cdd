package florin.connector.stripe;

import florin.connector.remote.RemoteRequest;
import florin.connector.remote.RemoteRequest.RemoteContent;
import java.util.HashMap;
import java.util.Optional;

/**
 * One request to Stripe's API.
 *
 * @param path of the API, without a query: `/v1/refunds`
 * @param form its body, or its query if it has no body
 * @param idempotencyKey the key under which it is carried out once; empty for a request that only
 *     reads or may be done twice
 */
record StripeRequest(
    StripeMethod method, String path, StripeForm form, Optional<String> idempotencyKey) {
  enum StripeMethod {
    GET,
    POST,
    DELETE
  }

  static StripeRequest get(String path, StripeForm query) {
    return new StripeRequest(StripeMethod.GET, path, query, Optional.empty());
  }

  static StripeRequest post(String path, StripeForm form, String idempotencyKey) {
    return new StripeRequest(StripeMethod.POST, path, form, Optional.of(idempotencyKey));
  }

  /** Returns the request of HTTP with an API key. */
  RemoteRequest http(String key) {
    String encoded = form.encoded();
    boolean isPost = method == StripeMethod.POST;
    var headers = new HashMap<String, String>();
    headers.put("Authorization", "Bearer " + key);
    headers.put("Stripe-Version", StripeClient.VERSION);
    idempotencyKey.ifPresent(it -> headers.put("Idempotency-Key", it));
    return new RemoteRequest(
        method.name(),
        path + (isPost || encoded.isEmpty() ? "" : "?" + encoded),
        headers,
        isPost
            ? Optional.of(new RemoteContent("application/x-www-form-urlencoded", encoded))
            : Optional.empty());
  }

  /** Returns whether it creates a page, which moves no money before a payer has its URL. */
  boolean isOfNewPage() {
    return method == StripeMethod.POST && path.equals("/v1/checkout/sessions");
  }

  /** Returns whether it may be sent again if its arrival is unknown. */
  boolean isRepeatable() {
    return method == StripeMethod.GET || idempotencyKey.isPresent();
  }
}
