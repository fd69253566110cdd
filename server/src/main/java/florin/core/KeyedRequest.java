package florin.core;

import florin.core.Caller.KeyKind;

/**
 * What a request says for being carried out only once.
 *
 * @param namespace within which the key means one request, and outside of which it means nothing
 * @param requestText method, path and body in a form that is the same for the same request and no
 *     other. It may hold a card number: it goes into an HMAC and nowhere else, and does not print
 */
public record KeyedRequest(KeyNamespace namespace, IdempotencyKey key, String requestText) {
  /** Who gives out keys: none of them can reach what another one has taken. */
  public enum KeyNamespace {
    /** Merchants, for what they ask with a secret key. */
    SECRET_KEY,
    /** Whoever has a publishable key, which may be read in a page. */
    PUBLISHABLE_KEY,
    /** Florin itself, for what payers do on its checkout page. */
    CHECKOUT
  }

  /**
   * @param kind of the API key that it came with: the same idempotency key is another one with each
   */
  public KeyedRequest(KeyKind kind, IdempotencyKey key, String requestText) {
    this(
        switch (kind) {
          case SECRET -> KeyNamespace.SECRET_KEY;
          case PUBLISHABLE -> KeyNamespace.PUBLISHABLE_KEY;
        },
        key,
        requestText);
  }

  @Override
  public String toString() {
    return "KeyedRequest[…]";
  }
}
