package florin.account;

import florin.http.Answer;
import java.nio.charset.StandardCharsets;

/**
 * The answer to a request that began to execute.
 *
 * @param replayed it was given before, under the same idempotency key
 */
public record Given(Idempotency.Answer answer, boolean replayed) {
  public static Given now(Idempotency.Answer answer) {
    return new Given(answer, false);
  }

  public static Given again(Idempotency.Answer answer) {
    return new Given(answer, true);
  }

  /** With the header that tells a replay. */
  public Answer httpAnswer() {
    Answer http = Answer.json(answer.status(), answer.body().getBytes(StandardCharsets.US_ASCII));
    return replayed ? http.with("Idempotent-Replayed", "true") : http;
  }
}
