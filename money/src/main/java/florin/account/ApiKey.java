package florin.account;

import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.Id.KeyId;
import florin.core.KeyRights;
import florin.core.PageOrigin;
import florin.core.Realm;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A stored API key, without the secret of a secret one.
 *
 * @param plain the whole text of a publishable key; empty for another one
 * @param origins those whose pages may show the card fields of a publishable key
 * @param expires the time from which it is rejected; set if the key was rolled with an overlap, or
 *     was created with an end
 */
public record ApiKey(
    KeyId id,
    Realm realm,
    KeyKind kind,
    KeyRights rights,
    String name,
    String last4,
    Optional<String> plain,
    List<PageOrigin> origins,
    Instant created,
    Optional<Instant> expires,
    Optional<Instant> revoked,
    Optional<Instant> lastUsed,
    KeyDescent descent) {
  /** The most origins of a key. */
  public static final int MAX_ORIGINS = 20;

  public ApiKey {
    origins = List.copyOf(origins);
  }

  public boolean isRevoked() {
    return revoked.isPresent();
  }

  public boolean isExpired(Instant now) {
    return expires.isPresent() && !now.isBefore(expires.get());
  }

  public boolean isUsable(Instant now) {
    return !isRevoked() && !isExpired(now);
  }

  /** Returns the status for people: `active`, `expiring`, `expired` or `revoked`. */
  public String status(Instant now) {
    if (isRevoked()) {
      return "revoked";
    }
    return isExpired(now) ? "expired" : expires.isPresent() ? "expiring" : "active";
  }

  /** Returns the visible part of its text: `sk_test_…wxyz`. */
  public String shown() {
    return KeyText.prefix(kind, realm.mode()) + "…" + last4;
  }

  ApiKey with(KeyText text) {
    return new ApiKey(
        id,
        realm,
        kind,
        rights,
        name,
        text.last4(),
        kind == KeyKind.PUBLISHABLE ? Optional.of(text.reveal()) : Optional.empty(),
        origins,
        created,
        expires,
        revoked,
        lastUsed,
        descent);
  }

  /** Returns the key after its revocation. */
  public ApiKey revokedAt(Instant now) {
    return new ApiKey(
        id,
        realm,
        kind,
        rights,
        name,
        last4,
        plain,
        origins,
        created,
        expires,
        Optional.of(now),
        lastUsed,
        descent);
  }

  /** Returns the key with other origins. */
  public ApiKey with(List<PageOrigin> others) {
    return new ApiKey(
        id, realm, kind, rights, name, last4, plain, others, created, expires, revoked, lastUsed,
        descent);
  }

  public Caller caller() {
    return new Caller(realm, id, kind, rights);
  }
}
