package florin.core;

import florin.core.Caller.KeyKind;

/**
 * What a request says for being carried out only once.
 *
 * @param kind of the API key that it came with: the same idempotency key is another one with each
 * @param requestText method, path and body in a form that is the same for the same request and no
 *     other. It may hold a card number: it goes into an HMAC and nowhere else, and does not print
 */
public record KeyedRequest(KeyKind kind, IdempotencyKey key, String requestText) {
  @Override
  public String toString() {
    return "KeyedRequest[…]";
  }
}
