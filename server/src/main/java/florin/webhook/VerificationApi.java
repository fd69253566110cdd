package florin.webhook;

import florin.http.Answer;
import florin.http.Call;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.http.Range;
import florin.idempotency.ResultView;
import florin.webhook.Verification.Question;
import java.time.Duration;

/** The endpoint `/v2/webhook_endpoints/verify`. */
public final class VerificationApi {
  private static final Duration TOLERANCE = Duration.ofMinutes(5);
  private static final Format<Duration> SECONDS =
      Format.integer(Range.of(0, 86_400)).map(Duration::ofSeconds);

  private final Verification verification;

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
