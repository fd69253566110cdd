package florin.account;

import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.Id.KeyId;
import florin.core.Realm;
import java.time.Instant;
import java.util.Optional;

/**
 * An API key as it is kept: a secret one without its secret.
 *
 * @param plain the whole text of a publishable key; empty for a secret one
 * @param expires from then on it is refused; set when the key is rolled with an overlap
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

  /** For people: `active`, `expiring`, `expired` or `revoked`. */
  public String status(Instant now) {
    if (isRevoked()) {
      return "revoked";
    }
    return isExpired(now) ? "expired" : expires.isPresent() ? "expiring" : "active";
  }

  /** As much of its text as may be seen: `sk_test_…wxyz`. */
  public String shown() {
    return KeyText.prefix(kind, realm.mode()) + "…" + last4;
  }

  public Caller caller() {
    return new Caller(realm, id, kind);
  }
}
