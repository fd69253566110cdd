package florin.webhook;

import florin.core.Id.EventId;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.JsonText;
import florin.http.Params;
import florin.http.Range;
import florin.idempotency.ResultView;
import florin.webhook.Verification.Question;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The endpoint `/v2/webhook_endpoints/verify`. */
public final class VerificationApi {
  private static final Duration TOLERANCE = Duration.ofMinutes(5);
  private static final Format<Duration> SECONDS =
      Format.integer(Range.of(0, 86_400)).map(Duration::ofSeconds);

  private final Verification verification;

  /** The formats of the signature and the body that a receiver submits for verification. */
  public static final class BodyFormats {
    private static final int MAX_HEADER_LENGTH = 1000;
    private static final Pattern EVENT_ID = Pattern.compile("evt_[0-9a-z]{26}");

    public static final Format<String> HEADER = Format.line(MAX_HEADER_LENGTH);

    static final Format<String> BODY =
        Format.text("must be the received body, as text", "", Optional::of);

    private BodyFormats() {}

    /** Finds the event id by its form, because only `http` may parse JSON. */
    public static Optional<EventId> event(String body) {
      Matcher id = EVENT_ID.matcher(body);
      return id.find() ? EventId.KIND.parse(id.group()) : Optional.empty();
    }

    public static boolean isSameJson(String one, String other) {
      return JsonText.isSameObject(one, other);
    }
  }

  public VerificationApi(Verification verification) {
    this.verification = verification;
  }

  public static Question readVerify(Exchange exchange) {
    Params body = Params.of(exchange.json());
    String header = body.required("header", BodyFormats.HEADER);
    String received = body.required("body", BodyFormats.BODY);
    String secret = body.required("secret", BodyFormats.HEADER);
    Duration tolerance = body.optional("tolerance", SECONDS).orElse(TOLERANCE);
    return body.build(
        () -> new Question(header, received, secret, tolerance, BodyFormats.event(received)));
  }

  public Answer verify(Call<Question> call) {
    return ResultView.of(
        verification.verify(
            call.realm(), ResultView.origin(call), call.input(), BodyFormats::isSameJson),
        VerificationView::of);
  }
}
