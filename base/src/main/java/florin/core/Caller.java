package florin.core;

import florin.core.Id.KeyId;

/** The caller of a request: its API key, and the one realm that the request can access. */
public record Caller(Realm realm, KeyId key, KeyKind kind) {
  public enum KeyKind {
    /** A secret key (`sk_…`) may call every operation in its realm. */
    SECRET,
    /** A publishable key (`pk_…`) may call the operations that are open to browsers. */
    PUBLISHABLE
  }
}
