package florin.keys;

import florin.account.ApiKey;
import florin.core.AddressRange;
import florin.core.Caller.KeyKind;
import florin.core.DailyLimits.DailyLimit;
import florin.core.Id.KeyId;
import florin.core.PageOrigin;
import florin.core.Scope;
import florin.http.Json;
import florin.http.Json.OmitWhenNull;
import florin.idempotency.Idempotency.AnswerCopy;
import florin.idempotency.Idempotency.SealedSecret;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A key as the API shows it.
 *
 * @param hint the visible part of its text
 * @param secret only in the response to its creation and to its rolling. It is the last field, and
 *     blank in the stored response: {@link #keptWithoutSecret}
 */
record KeyView(
    KeyId id,
    String object,
    KeyKind kind,
    String name,
    String hint,
    String status,
    List<String> scopes,
    List<String> dailyLimits,
    List<String> addresses,
    List<String> allowedOrigins,
    Instant created,
    Optional<Instant> expiresAt,
    Optional<Instant> revokedAt,
    Optional<Instant> lastUsedAt,
    boolean livemode,
    @OmitWhenNull @Nullable String secret) {
  /** The text after the secret. */
  private static final String END = "\"}";

  static KeyView of(ApiKey key, Instant now, @Nullable String secret) {
    return new KeyView(
        key.id(),
        "key",
        key.kind(),
        key.name(),
        key.shown(),
        key.status(now),
        key.rights().scopes().stream().map(Scope::text).toList(),
        key.rights().limits().list().stream().map(DailyLimit::text).toList(),
        key.rights().addresses().stream().map(AddressRange::text).toList(),
        key.origins().stream().map(PageOrigin::text).toList(),
        key.created(),
        key.expires(),
        key.revoked(),
        key.lastUsed(),
        key.realm().isLive(),
        secret);
  }

  /** Returns the stored response, whose secret is stored separately and encrypted. */
  static AnswerCopy keptWithoutSecret(ApiKey key, Instant now, String sealed) {
    String body = Json.text(of(key, now, ""));
    return new AnswerCopy(
        200,
        body,
        Optional.of(new SealedSecret(key.id().uuid(), sealed, body.length() - END.length())));
  }
}
