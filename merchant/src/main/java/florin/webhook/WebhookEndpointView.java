package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.http.Json;
import florin.http.Json.OmitWhenNull;
import florin.idempotency.Idempotency.AnswerCopy;
import florin.idempotency.Idempotency.SealedSecret;
import florin.webhook.WebhookEndpoint.DisabledReason;
import florin.webhook.WebhookEndpoint.Status;
import florin.webhook.WebhookEndpoints.NewSecret;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint as the API shows it.
 *
 * @param secret only in the response to its creation and rotation. It is the last field, and blank
 *     in the stored response: {@link #keptWithoutSecret}
 */
record WebhookEndpointView(
    WebhookEndpointId id,
    String object,
    String url,
    List<String> enabledEvents,
    Optional<String> description,
    Map<String, String> metadata,
    Status status,
    Optional<DisabledReason> disabledReason,
    Instant created,
    boolean livemode,
    @OmitWhenNull @Nullable String secret) {

  /** The text after the secret. */
  private static final String END = "\"}";

  record DeletedView(WebhookEndpointId id, String object, boolean deleted) {}

  static WebhookEndpointView of(WebhookEndpoint endpoint) {
    return of(endpoint, null);
  }

  static String text(WebhookEndpoint endpoint) {
    return Json.text(of(endpoint));
  }

  static WebhookEndpointView of(NewSecret made) {
    return of(made.endpoint(), made.secret().text());
  }

  /**
   * Returns the response in its stored form: without the secret, which is stored separately and
   * encrypted.
   */
  static AnswerCopy keptWithoutSecret(WebhookEndpoint endpoint) {
    String body = Json.text(of(endpoint, ""));
    return new AnswerCopy(
        200,
        body,
        Optional.of(
            new SealedSecret(
                endpoint.id().uuid(), endpoint.secrets().current(), body.length() - END.length())));
  }

  static DeletedView deleted(WebhookEndpoint endpoint) {
    return new DeletedView(endpoint.id(), "webhook_endpoint", true);
  }

  private static WebhookEndpointView of(WebhookEndpoint endpoint, @Nullable String secret) {
    return new WebhookEndpointView(
        endpoint.id(),
        "webhook_endpoint",
        endpoint.target().url(),
        endpoint.target().enabledEvents(),
        endpoint.target().description(),
        endpoint.target().metadata(),
        endpoint.status(),
        endpoint.disabledReason(),
        endpoint.created(),
        endpoint.realm().isLive(),
        secret);
  }
}
