package emulator.mollie;

import emulator.provider.Answer;
import emulator.provider.ApiError;
import emulator.provider.Json;
import emulator.provider.ProviderApi;
import tools.jackson.databind.node.ObjectNode;

/**
 * An error in the format of Mollie's documentation: `{"status", "title", "detail", "field",
 * "_links"}`.
 */
final class Problem extends ApiError {
  private static final String GUIDE = "https://docs.mollie.com/reference/handling-errors";

  private final int status;
  private final String title;

  /** The field that causes the error, or empty. */
  private final String field;

  private Problem(int status, String title, String detail, String field) {
    super(detail);
    this.status = status;
    this.title = title;
    this.field = field;
  }

  private Problem(int status, String title, String detail) {
    this(status, title, detail, "");
  }

  static Problem of(ProviderApi.Cause cause) {
    return switch (cause) {
      case CONFLICT, KEY_IN_USE ->
          new Problem(
              409, "Conflict", "A request with the same idempotency key is still being processed");
      case KEY_OF_OTHER_ENDPOINT, KEY_OF_OTHER_PARAMETERS ->
          badRequest("The idempotency key was used for another endpoint or with other parameters");
      case TOO_MANY ->
          new Problem(
              429,
              "Too Many Requests",
              "You have exceeded the rate limit. Please slow down your requests.");
      case UNAVAILABLE ->
          new Problem(
              503,
              "Service Unavailable",
              "Payment platform for this payment method temporarily not available");
      case ERROR -> new Problem(500, "Internal Server Error", "An internal server error occurred");
    };
  }

  static Problem badRequest(String detail) {
    return new Problem(400, "Bad Request", detail);
  }

  static Problem badParameter(String detail, String field) {
    return new Problem(400, "Bad Request", detail, field);
  }

  static Problem unauthorized() {
    return new Problem(
        401, "Unauthorized Request", "Missing authentication, or failed to authenticate");
  }

  /** Returns an error for an endpoint that API keys can't use. */
  static Problem forbidden() {
    return new Problem(
        403, "Forbidden", "This endpoint requires an organization access token or an app token");
  }

  static Problem noSuchUrl() {
    return new Problem(404, "Not Found", "The page you were looking for could not be found");
  }

  /**
   * Returns an error for an unknown object.
   *
   * @param what its resource, such as `payment`
   */
  static Problem noSuch(String what, String id) {
    return new Problem(404, "Not Found", "No " + what + " exists with token " + id + ".");
  }

  static Problem methodNotAllowed() {
    return new Problem(405, "Method Not Allowed", "The method is not supported by this endpoint");
  }

  static Problem duplicateRefund() {
    return new Problem(409, "Conflict", "A duplicate refund has been detected");
  }

  static Problem gone(String what) {
    return new Problem(410, "Gone", "The " + what + " is no longer available");
  }

  static Problem unsupportedMediaType() {
    return new Problem(415, "Unsupported Media Type", "The request body must be JSON");
  }

  /** Returns an error about the request as a whole, such as an object in the wrong status. */
  static Problem unprocessable(String detail) {
    return new Problem(422, "Unprocessable Entity", detail);
  }

  static Problem invalid(String detail, String field) {
    return new Problem(422, "Unprocessable Entity", detail, field);
  }

  static Problem missing(String field) {
    return invalid("The '" + field + "' field is missing", field);
  }

  @Override
  public Answer answer() {
    ObjectNode body =
        Json.object().put("status", status).put("title", title).put("detail", getMessage());
    if (!field.isEmpty()) {
      body.put("field", field);
    }
    Links.of(body).page("documentation", GUIDE);
    return Answer.hal(status, body);
  }
}
