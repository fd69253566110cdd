package florin.connector.stripe;

import java.util.Optional;

/**
 * One request to Stripe's API.
 *
 * @param path of the API, without a query: `/v1/refunds`
 * @param form its body, or its query where there is none
 * @param idempotencyKey under which it is carried out once; empty for what only reads, or may be
 *     done twice
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

  /** Returns whether it makes a page, which moves no money before a payer has its address. */
  boolean isOfNewPage() {
    return method == StripeMethod.POST && path.equals("/v1/checkout/sessions");
  }

  /** Whether it may be sent again when nobody knows whether it arrived. */
  boolean isRepeatable() {
    return method == StripeMethod.GET || idempotencyKey.isPresent();
  }
}
