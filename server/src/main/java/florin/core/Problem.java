package florin.core;

import java.time.Duration;
import java.util.List;

/**
 * Why a request is refused. A refusal is an expected answer, neither a decline (that is data) nor a
 * bug (that throws something else). Messages say what was wrong, what was expected and what to do,
 * and never name anything internal.
 */
public sealed interface Problem {
  ErrorCode code();

  String message();

  /** Throw this to refuse. */
  default Refusal refusal() {
    return new Refusal(this);
  }

  /**
   * One wrong parameter. `param` is a path such as `payment_method.card.number` or `metadata[key]`.
   */
  record ParameterError(String param, ErrorCode code, String message) {}

  /**
   * The parameters are wrong: the errors of the request, at least one, in the order of the
   * request's description.
   *
   * @param omitted how many more there are
   */
  record BadParameters(List<ParameterError> errors, int omitted) implements Problem {
    /** More help nobody, and a request could have eighty thousand. */
    public static final int MAX_ERRORS = 50;

    public BadParameters {
      errors = List.copyOf(errors);
      if (errors.isEmpty() || errors.size() > MAX_ERRORS) {
        throw new IllegalArgumentException("wrong parameters: " + errors.size());
      }
    }

    public static BadParameters of(String param, ErrorCode code, String message) {
      return new BadParameters(List.of(new ParameterError(param, code, message)), 0);
    }

    @Override
    public ErrorCode code() {
      return errors.getFirst().code();
    }

    @Override
    public String message() {
      return errors.getFirst().message();
    }
  }

  /**
   * The request as a whole cannot be served: its syntax, its version, its idempotency key, or the
   * state of what it names.
   */
  record BadRequest(ErrorCode code, String message) implements Problem {}

  /** What the path names does not exist, in this realm. */
  record NotFound(ErrorCode code, String message) implements Problem {}

  record Unauthenticated(ErrorCode code, String message) implements Problem {}

  record Forbidden(ErrorCode code, String message) implements Problem {}

  /** Something else is under way; the same request may succeed later. */
  record Conflict(ErrorCode code, String message, Duration retryAfter) implements Problem {}

  record TooManyRequests(ErrorCode code, String message, Duration retryAfter) implements Problem {}

  /** Refused by HTTP itself: method, size, media type. */
  record Transport(ErrorCode code, String message) implements Problem {}

  /** Not now: overloaded, or the database does not answer. */
  record Unavailable(ErrorCode code, String message, Duration retryAfter) implements Problem {}

  /** A fault of ours. What it was stands in the log under the request's id. */
  record Internal(String message) implements Problem {
    @Override
    public ErrorCode code() {
      return ErrorCode.INTERNAL_ERROR;
    }
  }
}
