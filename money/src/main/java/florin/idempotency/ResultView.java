package florin.idempotency;

import florin.account.KeyAudit;
import florin.core.Id;
import florin.core.Id.RequestId;
import florin.core.Problem;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Json;
import florin.http.Problems;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** The HTTP response of a result, and the response that an idempotency record stores. */
public final class ResultView {
  private ResultView() {}

  public static Origin origin(Call<?> call) {
    return new Origin(call.request(), call.keyed(), call.caller().rights().limits());
  }

  /**
   * Returns the origin of a change that is in the audit log.
   *
   * @param address that of the caller
   * @param action for example `evidence.save`
   * @param detail may be empty
   */
  public static Origin audited(
      Call<?> call, KeyAudit audit, String address, String action, Id object, String detail) {
    KeyAudit.Entry entry =
        audit.entry(
            new KeyAudit.By(call.caller(), address, call.request()), action, object, detail);
    return new Origin(
        call.request(),
        call.keyed(),
        new Origin.Beside(_ -> entry.writes(), () -> {}),
        call.caller().rights().limits());
  }

  /**
   * Returns the object in JSON. For a replay, returns the first response byte for byte, with the
   * header that marks it.
   *
   * @param view converts the object
   */
  public static <T> Answer of(Result<T> result, Function<T, ?> view) {
    return answer(result, value -> Answer.json(Idempotency.AnswerCopy.OK, view.apply(value)));
  }

  /** Returns the response. For a replay, returns the first response. */
  public static <T> Answer answer(Result<T> result, Function<T, Answer> answer) {
    return result.replay().map(ResultView::replayed).orElseGet(() -> answer.apply(result.value()));
  }

  /** Returns the response with a view, as it is stored. */
  public static Idempotency.AnswerCopy kept(Object view) {
    return new Idempotency.AnswerCopy(Idempotency.AnswerCopy.OK, Json.text(view));
  }

  /** Returns a rejection as it is stored, to be repeated word for word. */
  public static Idempotency.AnswerCopy refused(Problem problem, RequestId request) {
    Answer http = Problems.answer(problem, request);
    return new Idempotency.AnswerCopy(
        http.status(), new String(http.body(), StandardCharsets.US_ASCII));
  }

  /** Returns a stored response as it is sent the first time. */
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
