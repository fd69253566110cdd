package florin.core;

import florin.core.Caller.KeyKind;

/**
 * An idempotency key with the request that carries it.
 *
 * @param namespace the namespace of the key. In another namespace the same key belongs to another
 *     request.
 * @param requestText method, path and body in a form that is equal only for the same request. It
 *     may contain a card number, so it is used only in an HMAC and is not printed.
 */
public record KeyedRequest(KeyNamespace namespace, IdempotencyKey key, String requestText) {
  /** The origin of idempotency keys. A key can't reach a record of another namespace. */
  public enum KeyNamespace {
    /** Keys that merchants send with a secret API key. */
    SECRET_KEY,
    /** Keys that clients send with a publishable API key, which is visible in web pages. */
    PUBLISHABLE_KEY,
    /** Keys that clients send with a restricted API key, which must not take the merchant's. */
    RESTRICTED_KEY,
    /** Keys that Florin creates for payers' actions on its checkout page. */
    CHECKOUT
  }

  /**
   * Creates a request with a key from an API caller.
   *
   * @param kind the kind of the API key; the same idempotency key is different for each kind
   */
  public KeyedRequest(KeyKind kind, IdempotencyKey key, String requestText) {
    this(
        switch (kind) {
          case SECRET -> KeyNamespace.SECRET_KEY;
          case PUBLISHABLE -> KeyNamespace.PUBLISHABLE_KEY;
          case RESTRICTED -> KeyNamespace.RESTRICTED_KEY;
        },
        key,
        requestText);
  }

  @Override
  public String toString() {
    return "KeyedRequest[…]";
  }
}
