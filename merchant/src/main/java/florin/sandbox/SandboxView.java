package florin.sandbox;

import florin.account.Sandbox;
import florin.core.Id.SandboxId;
import florin.event.EventLog.StoredEvent;
import florin.http.Json;
import florin.http.Json.OmitWhenNull;
import florin.idempotency.Idempotency.AnswerCopy;
import florin.idempotency.Idempotency.SealedSecret;
import florin.sandbox.Sandboxes.Advance;
import florin.sandbox.Sandboxes.NewSandbox;
import florin.sandbox.Sandboxes.Shown;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox as the API shows it.
 *
 * @param now the time of its clock
 * @param secretKey only in the response to its creation. It is the last field, and blank in the
 *     stored response: {@link #keptWithoutSecret}
 */
record SandboxView(
    SandboxId id,
    String object,
    String name,
    long seed,
    Instant now,
    Instant created,
    boolean livemode,
    @OmitWhenNull @Nullable String publishableKey,
    @OmitWhenNull @Nullable String secretKey) {
  /** The text after the secret. */
  private static final String END = "\"}";

  record DeletedView(SandboxId id, String object, boolean deleted) {}

  static SandboxView of(Sandbox sandbox, Instant real) {
    return of(sandbox, real, null, null);
  }

  static SandboxView of(Shown shown) {
    return of(shown.sandbox(), shown.real());
  }

  /** Returns the response to a creation, whose clock shows the time of the creation. */
  static SandboxView of(NewSandbox made) {
    return of(
        made.sandbox(),
        made.sandbox().created(),
        made.publishable().text().reveal(),
        made.secret().text().reveal());
  }

  /** Returns the stored response, whose secret is stored separately and encrypted. */
  static AnswerCopy keptWithoutSecret(NewSandbox made, String sealed) {
    Sandbox sandbox = made.sandbox();
    String body = Json.text(of(sandbox, sandbox.created(), made.publishable().text().reveal(), ""));
    return new AnswerCopy(
        200,
        body,
        Optional.of(
            new SealedSecret(made.sandbox().id().uuid(), sealed, body.length() - END.length())));
  }

  static DeletedView deleted(Sandbox sandbox) {
    return new DeletedView(sandbox.id(), "sandbox", true);
  }

  /** Returns the response to advancing, in which events have the bytes that were stored. */
  static String text(Advance advance) {
    String events =
        advance.events().stream().map(StoredEvent::body).collect(Collectors.joining(","));
    return "{\"object\":\"sandbox_advance\",\"done\":%s,\"steps\":%d,\"sandbox\":%s,\"events\":[%s],\"has_more\":%s}"
        .formatted(
            advance.advanced().isDone(),
            advance.advanced().steps(),
            Json.text(of(advance.advanced().reached(), advance.real())),
            events,
            advance.hasMore());
  }

  private static SandboxView of(
      Sandbox sandbox, Instant real, @Nullable String publishable, @Nullable String secret) {
    return new SandboxView(
        sandbox.id(),
        "sandbox",
        sandbox.name(),
        sandbox.time().seed(),
        sandbox.now(real),
        sandbox.created(),
        false,
        publishable,
        secret);
  }
}
