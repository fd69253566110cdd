package florin.account;

import florin.http.Answer;
import java.nio.charset.StandardCharsets;

/** How an answer that may be a replay goes over HTTP. */
public final class GivenView {
  private GivenView() {}

  /** Byte for byte what was stored, with the header that tells a replay. */
  public static Answer of(Given given) {
    Idempotency.Answer answer = given.answer();
    Answer http = Answer.json(answer.status(), answer.body().getBytes(StandardCharsets.US_ASCII));
    return given.replayed() ? http.with("Idempotent-Replayed", "true") : http;
  }
}
