package florin.idempotency;

import florin.core.Id.RequestId;
import florin.core.Problem;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Json;
import florin.http.Problems;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** How a result goes over HTTP, and how what a slot keeps of one is written. */
public final class ResultView {
  private ResultView() {}

  public static Origin origin(Call<?> call) {
    return new Origin(call.request(), call.keyed());
  }

  /**
   * The object in JSON; or, of a replay, byte for byte what was answered, with the header that
   * tells so.
   *
   * @param view of the object
   */
  public static <T> Answer of(Result<T> result, Function<T, ?> view) {
    return answer(result, value -> Answer.json(Idempotency.AnswerCopy.OK, view.apply(value)));
  }

  /** The same where an answer is more than an object. */
  public static <T> Answer answer(Result<T> result, Function<T, Answer> answer) {
    return result.replay().map(ResultView::replayed).orElseGet(() -> answer.apply(result.value()));
  }

  /** Of a view, to be kept for replays. */
  public static Idempotency.AnswerCopy kept(Object view) {
    return new Idempotency.AnswerCopy(Idempotency.AnswerCopy.OK, Json.text(view));
  }

  /** A refusal, to be given again word for word. */
  public static Idempotency.AnswerCopy refused(Problem problem, RequestId request) {
    Answer http = Problems.answer(problem, request);
    return new Idempotency.AnswerCopy(
        http.status(), new String(http.body(), StandardCharsets.US_ASCII));
  }

  /** What a key keeps, as it is given the first time. */
  public static Answer answer(Idempotency.AnswerCopy answer) {
    return Answer.json(answer.status(), answer.body().getBytes(StandardCharsets.US_ASCII));
  }

  private static Answer replayed(Idempotency.AnswerCopy answer) {
    if (answer.secret().isPresent()) {
      throw new IllegalArgumentException("the secret of the answer has not been opened");
    }
    return answer(answer).with("Idempotent-Replayed", "true");
  }
}
