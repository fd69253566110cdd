package florin.webhook;

import florin.core.Id.EventId;
import florin.core.Refusal;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Json;
import florin.http.Params;
import florin.http.Range;
import florin.idempotency.ResultView;
import florin.webhook.Verification.Question;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** `/v2/webhook_endpoints/verify`. */
public final class VerificationApi {
  private static final Duration TOLERANCE = Duration.ofMinutes(5);
  private static final int MAX_HEADER_LENGTH = 1000;

  private static final Pattern EVENT_ID = Pattern.compile("evt_[0-9a-z]{26}");

  private static final Format<String> BODY =
      Format.text("must be the body that came, as text", "", Optional::of);

  private static final Format<Duration> SECONDS =
      Format.integer(Range.of(0, 86_400)).map(Duration::ofSeconds);

  private final Verification verification;

  public VerificationApi(Verification verification) {
    this.verification = verification;
  }

  public static Question readVerify(Exchange exchange) {
    Params body = Params.of(exchange.json());
    String header = body.required("header", Format.line(MAX_HEADER_LENGTH));
    String received = body.required("body", BODY);
    String secret = body.required("secret", Format.line(MAX_HEADER_LENGTH));
    Duration tolerance = body.optional("tolerance", SECONDS).orElse(TOLERANCE);
    return body.build(() -> new Question(header, received, secret, tolerance, event(received)));
  }

  public Answer verify(Call<Question> call) {
    return ResultView.of(
        verification.verify(
            call.realm(), ResultView.origin(call), call.input(), VerificationApi::isSameJson),
        VerificationView::of);
  }

  /** Only `http` may look into JSON, but an id has a form of its own. */
  private static Optional<EventId> event(String body) {
    Matcher id = EVENT_ID.matcher(body);
    return id.find() ? EventId.KIND.parse(id.group()) : Optional.empty();
  }

  private static boolean isSameJson(String one, String other) {
    Optional<String> same = canonical(one);
    return same.isPresent() && same.equals(canonical(other));
  }

  /** Empty for what is not an object of JSON. */
  private static Optional<String> canonical(String body) {
    try {
      return Optional.of(Json.canonical(Json.object(bytes(body))));
    } catch (Refusal notJson) {
      return Optional.empty();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
