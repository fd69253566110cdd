package florin.webhook;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Signs like an endpoint's deliveries, for a program that forwards events itself. */
public final class WebhookSigner {
  private final SigningSecret secret;

  private WebhookSigner(SigningSecret secret) {
    this.secret = secret;
  }

  /**
   * Returns a signer.
   *
   * @param secret null for a new one
   * @throws IllegalArgumentException if it is no signing secret
   */
  public static WebhookSigner of(@Nullable String secret) {
    return new WebhookSigner(
        secret == null ? SigningSecret.make(new SecureRandom()) : new SigningSecret(secret));
  }

  /** Returns the secret, which the receiver needs. */
  public String secret() {
    return secret.text();
  }

  public SequencedMap<String, String> headers(String event, String body, Instant now) {
    return Signature.headers(event, body.getBytes(StandardCharsets.UTF_8), List.of(secret), now);
  }
}
