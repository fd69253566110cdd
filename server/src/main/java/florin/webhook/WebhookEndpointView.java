package florin.webhook;

import florin.account.Idempotency.Answer;
import florin.core.Id.WebhookEndpointId;
import florin.http.Json;
import florin.http.OmitWhenNull;
import florin.webhook.WebhookEndpoint.DisabledReason;
import florin.webhook.WebhookEndpoint.Status;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint as the interface shows it.
 *
 * @param secret only in the answer to its creation and rotation. It stands last, and sealed as long
 *     as the answer is kept: {@link #reveal} opens it on the way out
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

  /** In JSON a quote of somebody else's text is escaped, so nobody else can write this. */
  private static final Pattern SEALED =
      Pattern.compile("^\\{\"id\":\"([^\"]*)\".*\"secret\":\"sealed:([^\"]*)\"}$");

  record DeletedView(WebhookEndpointId id, String object, boolean deleted) {}

  /** Opens what was sealed. */
  @FunctionalInterface
  interface Opener {
    String open(WebhookEndpointId id, String sealed);
  }

  static WebhookEndpointView of(WebhookEndpoint endpoint) {
    return of(endpoint, null);
  }

  static String text(WebhookEndpoint endpoint) {
    return Json.text(of(endpoint));
  }

  static Answer answer(WebhookEndpoint endpoint) {
    return new Answer(200, text(endpoint));
  }

  /** The answer as it may be kept: with the secret, and sealed. */
  static Answer answerWithSecret(WebhookEndpoint endpoint) {
    return new Answer(200, Json.text(of(endpoint, "sealed:" + endpoint.secrets().current())));
  }

  /** The answer as it may be given. */
  static Answer reveal(Answer kept, Opener opener) {
    Matcher sealed = SEALED.matcher(kept.body());
    if (!sealed.matches()) {
      return kept;
    }
    WebhookEndpointId id = WebhookEndpointId.KIND.parse(sealed.group(1)).orElseThrow();
    String secret = opener.open(id, sealed.group(2));
    return new Answer(
        kept.status(),
        kept.body().replace("\"sealed:" + sealed.group(2) + "\"", "\"" + secret + "\""));
  }

  /**
   * The body of an answer as it may be kept, sealed otherwise.
   *
   * @param again what becomes of what was sealed
   */
  static String resealed(String kept, Opener again) {
    Matcher sealed = SEALED.matcher(kept);
    if (!sealed.matches()) {
      throw new IllegalArgumentException("no answer with a sealed secret");
    }
    WebhookEndpointId id = WebhookEndpointId.KIND.parse(sealed.group(1)).orElseThrow();
    return kept.substring(0, sealed.start(2))
        + again.open(id, sealed.group(2))
        + kept.substring(sealed.end(2));
  }

  static Answer deleted(WebhookEndpoint endpoint) {
    return new Answer(200, Json.text(new DeletedView(endpoint.id(), "webhook_endpoint", true)));
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
