package florin.client;

import florin.client.model.ErrorCode;
import florin.client.model.Problem;
import java.util.Optional;

/** The reason why a call has no result. */
public abstract sealed class FlorinException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private @Nullable String key;

  private FlorinException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /**
   * Returns the idempotency key of the call, if it had one. After an error whose outcome is
   * unknown, repeat the call with it.
   */
  public final Optional<String> idempotencyKey() {
    return Optional.ofNullable(key);
  }

  final void sentWith(Optional<String> given) {
    key = given.orElse(null);
  }

  /** Florin returned an error. {@link #code} tells what to do. */
  public abstract static sealed class ApiException extends FlorinException {
    private static final long serialVersionUID = 1;
    private final int status;
    private final transient Problem problem;

    private ApiException(int status, Problem problem) {
      super(problem.code() + ": " + problem.message() + " (" + problem.requestId() + ")", null);
      this.status = status;
      this.problem = problem;
    }

    public final int status() {
      return status;
    }

    public final ErrorCode code() {
      return problem.code();
    }

    public final Problem problem() {
      return problem;
    }
  }

  /** The request is invalid, or the object's state doesn't allow the operation. */
  public static final class InvalidRequest extends ApiException {
    private static final long serialVersionUID = 1;

    InvalidRequest(int status, Problem problem) {
      super(status, problem);
    }
  }

  /** The idempotency key is in use, was used for another request, or is invalid. */
  public static final class Idempotency extends ApiException {
    private static final long serialVersionUID = 1;

    Idempotency(int status, Problem problem) {
      super(status, problem);
    }
  }

  /** The API key is missing, wrong or revoked. */
  public static final class Authentication extends ApiException {
    private static final long serialVersionUID = 1;

    Authentication(int status, Problem problem) {
      super(status, problem);
    }
  }

  /** The card was declined. {@code problem().payment()} is the failed payment. */
  public static final class Card extends ApiException {
    private static final long serialVersionUID = 1;

    Card(int status, Problem problem) {
      super(status, problem);
    }
  }

  /** The provider rejected the operation or can't be reached. */
  public static final class Provider extends ApiException {
    private static final long serialVersionUID = 1;

    Provider(int status, Problem problem) {
      super(status, problem);
    }
  }

  /** The API key may not do this. */
  public static final class Permission extends ApiException {
    private static final long serialVersionUID = 1;

    Permission(int status, Problem problem) {
      super(status, problem);
    }
  }

  /** Too many requests, even after the retries. */
  public static final class RateLimit extends ApiException {
    private static final long serialVersionUID = 1;

    RateLimit(int status, Problem problem) {
      super(status, problem);
    }
  }

  /** Florin failed or is overloaded, even after the retries; or the type of the error is new. */
  public static final class Service extends ApiException {
    private static final long serialVersionUID = 1;

    Service(int status, Problem problem) {
      super(status, problem);
    }
  }

  /**
   * No complete response arrived, even after the retries. The request may have been carried out:
   * repeat it with {@link #idempotencyKey}.
   */
  public static final class NoResponse extends FlorinException {
    private static final long serialVersionUID = 1;

    NoResponse(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /** The response or webhook is not what Florin sends, or is larger than the limit. */
  public static final class Unreadable extends FlorinException {
    private static final long serialVersionUID = 1;

    Unreadable(String message) {
      super(message, null);
    }
  }

  /** The signature of a webhook is wrong, or too old. Return 400. */
  public static final class InvalidSignature extends FlorinException {
    private static final long serialVersionUID = 1;

    InvalidSignature(String message) {
      super(message, null);
    }
  }

  /** The outcome was still open at the end of the time to wait. It is not a failure. */
  public static final class StillOpen extends FlorinException {
    private static final long serialVersionUID = 1;

    StillOpen(String message) {
      super(message, null);
    }
  }

  static ApiException of(int status, Problem problem) {
    return switch (problem.type()) {
      case INVALID_REQUEST_ERROR -> new InvalidRequest(status, problem);
      case IDEMPOTENCY_ERROR -> new Idempotency(status, problem);
      case AUTHENTICATION_ERROR -> new Authentication(status, problem);
      case CARD_ERROR -> new Card(status, problem);
      case PROVIDER_ERROR -> new Provider(status, problem);
      case PERMISSION_ERROR -> new Permission(status, problem);
      case RATE_LIMIT_ERROR -> new RateLimit(status, problem);
      case API_ERROR, UNRECOGNIZED -> new Service(status, problem);
    };
  }
}
