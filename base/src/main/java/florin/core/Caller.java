package florin.core;

import florin.core.Id.KeyId;

/**
 * The caller of a request: its API key, the one realm that the request can access, and what it may
 * do there.
 */
public record Caller(Realm realm, KeyId key, KeyKind kind, KeyRights rights) {
  /** Creates a caller with a secret or publishable key, whose kind says its rights. */
  public Caller(Realm realm, KeyId key, KeyKind kind) {
    this(realm, key, kind, KeyRights.of(kind));
  }

  public enum KeyKind {
    /** A secret key (`sk_…`) has every scope. */
    SECRET,
    /** A publishable key (`pk_…`) has the scopes that are safe in browsers. */
    PUBLISHABLE,
    /** A restricted key (`rk_…`) has the scopes and limits that its maker chose. */
    RESTRICTED
  }

  /**
   * Requires a scope.
   *
   * @throws Refusal if the key lacks it
   */
  public void require(Scope scope) {
    if (!rights.scopes().contains(scope)) {
      throw lacks(scope);
    }
  }

  /** Returns the rejection of a request that needs a scope. */
  public Refusal lacks(Scope scope) {
    return kind == KeyKind.PUBLISHABLE
        ? new Problem.Forbidden(
                ErrorCode.SECRET_KEY_REQUIRED,
                "This request requires a secret key (sk_...). Send it from your server, never from a browser.")
            .refusal()
        : new Problem.Forbidden(
                ErrorCode.SCOPE_MISSING,
                "This API key lacks the scope %s. Use a key that has it; nothing was done."
                    .formatted(scope.text()))
            .refusal();
  }
}
