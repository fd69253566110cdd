package florin.core;

import florin.core.Id.KeyId;

/** Who asks: the API key of a request, and with it the one realm that the request can see. */
public record Caller(Realm realm, KeyId key, KeyKind kind) {
  public enum KeyKind {
    /** `sk_…`: everything in its realm. */
    SECRET,
    /** `pk_…`: what a browser may do. */
    PUBLISHABLE
  }
}
