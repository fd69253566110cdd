package florin.core;

import florin.core.Id.KeyId;
import java.util.Set;

/** The caller of a request: its API key, and the one realm that the request can access. */
public record Caller(Realm realm, KeyId key, KeyKind kind) {
  public enum KeyKind {
    /** A secret key (`sk_…`) has every scope. */
    SECRET,
    /** A publishable key (`pk_…`) has the scopes that are safe in browsers. */
    PUBLISHABLE
  }

  public Set<Scope> scopes() {
    return switch (kind) {
      case SECRET -> Scope.ALL;
      case PUBLISHABLE -> Scope.OF_PUBLISHABLE_KEYS;
    };
  }
}
