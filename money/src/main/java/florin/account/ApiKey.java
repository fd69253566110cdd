package florin.account;

import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.Id.KeyId;
import florin.core.Realm;
import java.time.Instant;
import java.util.Optional;

/**
 * A stored API key, without the secret of a secret one.
 *
 * @param plain the whole text of a publishable key; empty for a secret one
 * @param expires the time from which it is rejected; set if the key was rolled with an overlap
 */
public record ApiKey(
    KeyId id,
    Realm realm,
    KeyKind kind,
    String name,
    String last4,
    Optional<String> plain,
    Instant created,
    Optional<Instant> expires,
    Optional<Instant> revoked,
    Optional<Instant> lastUsed) {

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

  public Caller caller() {
    return new Caller(realm, id, kind);
  }
}
