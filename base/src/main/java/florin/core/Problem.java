package florin.core;

import java.time.Duration;
import java.util.List;

/**
 * The reason why a request is rejected. A rejection is an expected result, neither a decline (that
 * is data) nor a bug (that throws another exception). Messages state the error, the expected value
 * and the action to take, and never name internals.
 */
public sealed interface Problem {
  ErrorCode code();

  String message();

  /** Returns the exception that rejects the request. */
  default Refusal refusal() {
    return new Refusal(this);
  }

  /**
   * One wrong parameter. `param` is a path such as `payment_method.card.number` or `metadata[key]`.
   */
  record ParameterError(String param, ErrorCode code, String message) {}

  /**
   * The parameters are wrong: the errors of the request, at least one, in the order of the API's
   * parameters.
   *
   * @param omitted the number of further errors
   */
  record BadParameters(List<ParameterError> errors, int omitted) implements Problem {
    /** The most errors that a response lists. A request could have eighty thousand. */
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
   * The request as a whole is invalid: its syntax, its version, its idempotency key, or the state
   * of the object that it names.
   */
  record BadRequest(ErrorCode code, String message) implements Problem {}

  /** The object in the path does not exist in this realm. */
  record NotFound(ErrorCode code, String message) implements Problem {}

  /** The card was declined before, and its scheme allows no further attempt now. */
  record RetryNotAllowed(String message, Retry retry) implements Problem {
    @Override
    public ErrorCode code() {
      return ErrorCode.RETRY_NOT_ALLOWED;
    }
  }

  record Unauthenticated(ErrorCode code, String message) implements Problem {}

  record Forbidden(ErrorCode code, String message) implements Problem {}

  /** Another operation is in flight; the same request may succeed later. */
  record Conflict(ErrorCode code, String message, Duration retryAfter) implements Problem {}

  record TooManyRequests(ErrorCode code, String message, Duration retryAfter) implements Problem {}

  /** The request was rejected at the HTTP level: method, size, media type. */
  record Transport(ErrorCode code, String message) implements Problem {}

  /** The service is temporarily unavailable: overloaded, or its database does not respond. */
  record Unavailable(ErrorCode code, String message, Duration retryAfter) implements Problem {}

  /** A fault of Florin. The log has the details under the request's id. */
  record Internal(String message) implements Problem {
    @Override
    public ErrorCode code() {
      return ErrorCode.INTERNAL_ERROR;
    }
  }
}
