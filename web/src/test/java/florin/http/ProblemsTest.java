package florin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.core.Advice;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Id.PaymentId;
import florin.core.Id.RequestId;
import florin.core.Problem;
import florin.core.Problem.ParameterError;
import florin.core.Retry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ProblemsTest {
  private static final RequestId REQUEST = new RequestId(new UUID(0, 1));
  private static final String ID = "\"request_id\":\"req_00000000000000000000000001\"";
  private static final Duration SECOND = Duration.ofSeconds(1);

  @ParameterizedTest
  @MethodSource("statuses")
  void every_problem_has_its_status(Problem problem, int status) {
    assertThat(Problems.answer(problem, REQUEST).status()).isEqualTo(status);
  }

  private static Stream<Arguments> statuses() {
    return Stream.of(
        Arguments.of(Problem.BadParameters.of("a", ErrorCode.PARAMETER_MISSING, "m"), 400),
        Arguments.of(new Problem.BadRequest(ErrorCode.INVALID_JSON, "m"), 400),
        Arguments.of(new Problem.Unauthenticated(ErrorCode.API_KEY_REVOKED, "m"), 401),
        Arguments.of(new Problem.Forbidden(ErrorCode.SECRET_KEY_REQUIRED, "m"), 403),
        Arguments.of(new Problem.NotFound(ErrorCode.RESOURCE_MISSING, "m"), 404),
        Arguments.of(new Problem.Transport(ErrorCode.ROUTE_UNKNOWN, "m"), 404),
        Arguments.of(new Problem.Transport(ErrorCode.METHOD_NOT_ALLOWED, "m"), 405),
        Arguments.of(new Problem.Transport(ErrorCode.REQUEST_TOO_LARGE, "m"), 413),
        Arguments.of(new Problem.Transport(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "m"), 415),
        Arguments.of(new Problem.Transport(ErrorCode.HEADERS_TOO_LARGE, "m"), 431),
        Arguments.of(new Problem.Transport(ErrorCode.BAD_REQUEST, "m"), 400),
        Arguments.of(new Problem.Conflict(ErrorCode.IDEMPOTENCY_KEY_IN_USE, "m", SECOND), 409),
        Arguments.of(new Problem.TooManyRequests(ErrorCode.RATE_LIMIT, "m", SECOND), 429),
        Arguments.of(new Problem.Internal("m"), 500),
        Arguments.of(new Problem.Unavailable(ErrorCode.DATABASE_UNAVAILABLE, "m", SECOND), 503));
  }

  @Test
  void a_body_has_type_code_message_and_request_and_no_empty_fields() {
    assertThat(
            body(
                Problems.answer(
                    new Problem.BadRequest(ErrorCode.IDEMPOTENCY_KEY_REUSED, "Taken."), REQUEST)))
        .isEqualTo(
            "{\"error\":{\"type\":\"idempotency_error\",\"code\":\"idempotency_key_reused\",\"message\":\"Taken.\","
                + page("idempotency_key_reused")
                + ID
                + "}}");
  }

  @Test
  void all_parameter_errors_are_listed_and_the_first_represents_them() {
    var problem =
        new Problem.BadParameters(
            List.of(
                new ParameterError("amount", ErrorCode.PARAMETER_MISSING, "amount is required."),
                new ParameterError("x", ErrorCode.PARAMETER_UNKNOWN, "x is unknown.")),
            0);
    assertThat(body(Problems.answer(problem, REQUEST)))
        .isEqualTo(
            "{\"error\":{\"type\":\"invalid_request_error\",\"code\":\"parameter_missing\","
                + "\"message\":\"amount is required.\","
                + page("parameter_missing")
                + "\"param\":\"amount\","
                + ID
                + ",\"errors\":[{\"param\":\"amount\",\"code\":\"parameter_missing\",\"message\":\"amount is required.\"},"
                + "{\"param\":\"x\",\"code\":\"parameter_unknown\",\"message\":\"x is unknown.\"}]}}");
  }

  @Test
  void omitted_errors_are_counted() {
    var wrong = new ParameterError("amount", ErrorCode.PARAMETER_MISSING, "amount is required.");
    var problem = new Problem.BadParameters(List.of(wrong), 79_950);
    assertThat(body(Problems.answer(problem, REQUEST))).endsWith("}],\"errors_omitted\":79950}}");
  }

  @Test
  void a_card_error_is_402_with_its_decline_and_payment() {
    var error =
        new CardError(
            ErrorCode.CARD_DECLINED,
            "Your card was declined.",
            Optional.empty(),
            Optional.of(DeclineCode.INSUFFICIENT_FUNDS),
            Optional.of(Advice.TRY_AGAIN_LATER),
            Optional.of(new PaymentId(new UUID(0, 2))),
            Optional.of("https://pay.example/c/1"),
            Optional.of(Retry.NEVER));
    assertThat(error.answer(REQUEST).status()).isEqualTo(402);
    assertThat(body(error.answer(REQUEST)))
        .isEqualTo(
            "{\"error\":{\"type\":\"card_error\",\"code\":\"card_declined\",\"message\":\"Your card was declined.\","
                + page("card_declined")
                + "\"decline_code\":\"insufficient_funds\",\"advice\":\"try_again_later\","
                + "\"payment\":\"pay_00000000000000000000000002\","
                + "\"recovery_url\":\"https://pay.example/c/1\","
                + "\"retry\":{\"allowed\":false,\"not_before\":null,\"attempts_left\":0},"
                + ID
                + "}}");
    assertThat(error.bytes(REQUEST)).isEqualTo(error.answer(REQUEST).body());
  }

  @Test
  void a_card_error_requires_an_error_of_a_card() {
    assertThatThrownBy(() -> cardError(ErrorCode.RATE_LIMIT, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> cardError(ErrorCode.EXPIRED_CARD, Optional.of(DeclineCode.LOST_CARD)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static CardError cardError(ErrorCode code, Optional<DeclineCode> decline) {
    return new CardError(
        code,
        "m",
        Optional.empty(),
        decline,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static String page(String code) {
    return "\"doc_url\":\"/docs/reference/errors#" + code + "\",";
  }

  private static String body(Answer answer) {
    return new String(answer.body(), StandardCharsets.US_ASCII);
  }
}
