package florin.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import florin.core.ErrorCode;
import florin.core.Id.RequestId;
import florin.core.Problem;
import florin.core.Problem.BadParameters;
import florin.core.Problem.ParameterError;
import florin.core.Retry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The only mapping from a {@link Problem} to HTTP: its status, its headers, and the body `{"error":
 * {…}}`.
 */
public final class Problems {
  public static final Problem ROUTE_UNKNOWN =
      new Problem.Transport(
          ErrorCode.ROUTE_UNKNOWN,
          "Unknown path. The API is at /v2/, the dashboard at /dashboard.");

  /** The beginning of every error body of Florin. */
  private static final Pattern BEGINNING =
      Pattern.compile("\\{\"error\":\\{\"type\":\"[a-z_]+\",\"code\":\"(?<code>[a-z_]+)\"");

  private static final int LONGEST_BEGINNING = 128;

  private Problems() {}

  public static Answer answer(Problem problem, RequestId request) {
    Answer answer = Answer.json(status(problem), body(problem, request));
    return switch (problem) {
      case Problem.Unauthenticated _ ->
          answer
              .with("WWW-Authenticate", "Basic realm=\"Florin\", charset=\"UTF-8\"")
              .with("WWW-Authenticate", "Bearer realm=\"Florin\"");
      case Problem.Conflict conflict -> answer.with("Retry-After", seconds(conflict.retryAfter()));
      case Problem.TooManyRequests many -> answer.with("Retry-After", seconds(many.retryAfter()));
      case Problem.Unavailable down -> answer.with("Retry-After", seconds(down.retryAfter()));
      case BadParameters _,
          Problem.BadRequest _,
          Problem.NotFound _,
          Problem.RetryNotAllowed _,
          Problem.Forbidden _,
          Problem.Transport _,
          Problem.Internal _ ->
          answer;
    };
  }

  public static int status(Problem problem) {
    return switch (problem) {
      case BadParameters _, Problem.BadRequest _ -> 400;
      case Problem.Unauthenticated _ -> 401;
      case Problem.RetryNotAllowed _ -> 402;
      case Problem.Forbidden _ -> 403;
      case Problem.NotFound _ -> 404;
      case Problem.Transport transport -> transportStatus(transport.code());
      case Problem.Conflict _ -> 409;
      case Problem.TooManyRequests _ -> 429;
      case Problem.Internal _ -> 500;
      case Problem.Unavailable _ -> 503;
    };
  }

  /** Returns the code in a response's body, which may have been stored; empty if it is no error. */
  public static Optional<ErrorCode> findCode(Answer answer) {
    if (answer.status() < 400) {
      return Optional.empty();
    }
    byte[] body = answer.body();
    Matcher beginning =
        BEGINNING.matcher(
            new String(
                body, 0, Math.min(body.length, LONGEST_BEGINNING), StandardCharsets.US_ASCII));
    return beginning.lookingAt()
        ? Optional.of(ErrorCode.of(beginning.group("code")))
        : Optional.empty();
  }

  private static int transportStatus(ErrorCode code) {
    return switch (code) {
      case ROUTE_UNKNOWN -> 404;
      case METHOD_NOT_ALLOWED -> 405;
      case REQUEST_TOO_LARGE -> 413;
      case UNSUPPORTED_MEDIA_TYPE -> 415;
      case HEADERS_TOO_LARGE -> 431;
      default -> 400;
    };
  }

  private static byte[] body(Problem problem, RequestId request) {
    String param = null;
    List<ErrorItem> errors = null;
    Integer omitted = null;
    if (problem instanceof BadParameters bad) {
      param = bad.errors().getFirst().param();
      errors = bad.errors().stream().map(ErrorItem::of).toList();
      omitted = bad.omitted() > 0 ? bad.omitted() : null;
    }
    return new ErrorBody(
            problem.code(),
            problem.message(),
            param,
            null,
            null,
            null,
            null,
            null,
            problem instanceof Problem.RetryNotAllowed card ? card.retry() : null,
            request.text(),
            errors,
            omitted)
        .bytes();
  }

  /** Returns whole seconds, at least one (RFC 9110, section 10.2.3). */
  private static String seconds(Duration duration) {
    return Long.toString(Math.max(1, duration.plusMillis(999).toSeconds()));
  }

  record ErrorItem(String param, String code, String message) {
    static ErrorItem of(ParameterError error) {
      return new ErrorItem(error.param(), error.code().text(), error.message());
    }
  }

  /**
   * The body of every error. Unlike in a resource, fields without a meaning for the error are
   * omitted.
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ErrorBody(
      String type,
      String code,
      String message,
      String docUrl,
      @Nullable String param,
      @Nullable String declineCode,
      @Nullable String advice,
      @Nullable String payment,
      @Nullable String setup,
      @Nullable String recoveryUrl,
      @Nullable Retry retry,
      String requestId,
      @Nullable List<ErrorItem> errors,
      @Nullable Integer errorsOmitted) {
    /** The page that explains each code, relative to the service's address. */
    private static final String PAGE = "/docs/reference/errors#";

    ErrorBody(
        ErrorCode code,
        String message,
        @Nullable String param,
        @Nullable String declineCode,
        @Nullable String advice,
        @Nullable String payment,
        @Nullable String setup,
        @Nullable String recoveryUrl,
        @Nullable Retry retry,
        String requestId,
        @Nullable List<ErrorItem> errors,
        @Nullable Integer errorsOmitted) {
      this(
          code.type().text(),
          code.text(),
          message,
          PAGE + code.text(),
          param,
          declineCode,
          advice,
          payment,
          setup,
          recoveryUrl,
          retry,
          requestId,
          errors,
          errorsOmitted);
    }

    byte[] bytes() {
      return Json.bytes(new Envelope(this));
    }

    record Envelope(ErrorBody error) {}
  }
}
