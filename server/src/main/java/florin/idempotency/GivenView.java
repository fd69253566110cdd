package florin.idempotency;

import florin.core.Id.RequestId;
import florin.core.Problem;
import florin.http.Answer;
import florin.http.Problems;
import java.nio.charset.StandardCharsets;

/** How an answer that may be a replay goes over HTTP. */
public final class GivenView {
  private GivenView() {}

  /** Byte for byte what was stored, with the header that tells a replay. */
  public static Answer of(Given given) {
    Idempotency.Answer answer = given.answer();
    if (answer.secret().isPresent()) {
      throw new IllegalArgumentException("the secret of the answer has not been opened");
    }
    Answer http = Answer.json(answer.status(), answer.body().getBytes(StandardCharsets.US_ASCII));
    return given.replayed() ? http.with("Idempotent-Replayed", "true") : http;
  }

  /** A refusal that is kept, to be given again word for word. */
  public static Idempotency.Answer refused(Problem problem, RequestId request) {
    Answer http = Problems.answer(problem, request);
    return new Idempotency.Answer(
        http.status(), new String(http.body(), StandardCharsets.US_ASCII));
  }
}
