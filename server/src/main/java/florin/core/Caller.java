package florin.core;

import florin.core.Id.KeyId;

/** The caller of a request: its API key, and the one realm that the request can access. */
public record Caller(Realm realm, KeyId key, KeyKind kind) {
  public enum KeyKind {
    /** `sk_…`: everything in its realm. */
    SECRET,
    /** `pk_…`: the operations that a browser may call. */
    PUBLISHABLE
  }
}
