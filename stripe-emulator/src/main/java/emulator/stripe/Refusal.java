package emulator.stripe;

import emulator.provider.Answer;
import emulator.provider.ApiError;
import emulator.provider.Json;
import emulator.provider.ProviderApi;
import emulator.provider.Request;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An error in the format of Stripe's documentation: `{"error": {"type", "code", "message", …}}`.
 */
final class Refusal extends ApiError {
  private final int status;
  private final Map<String, String> fields;
  private final boolean begun;
  private final transient Optional<ObjectNode> more;

  /**
   * @param more fields of the error that aren't texts
   */
  private Refusal(
      int status, Map<String, String> fields, boolean begun, Optional<ObjectNode> more) {
    super(fields.getOrDefault("message", ""));
    this.status = status;
    this.fields = new LinkedHashMap<>(fields);
    this.begun = begun;
    this.more = more;
  }

  /**
   * Returns an error for invalid parameters. Execution has not begun, so nothing is kept under the
   * idempotency key.
   */
  static Refusal parameter(String code, String message, String param) {
    return invalid(400, Map.of("code", code, "message", message, "param", param), false);
  }

  static Refusal missing(String param) {
    return parameter("parameter_missing", "Missing required param: " + param + ".", param);
  }

  static Refusal unknown(String param) {
    return parameter("parameter_unknown", "Received unknown parameter: " + param, param);
  }

  /**
   * Returns an error for an object in the wrong state. This response is kept under the idempotency
   * key.
   */
  static Refusal state(String code, String message) {
    return invalid(400, Map.of("code", code, "message", message), true);
  }

  static Refusal state(String message) {
    return invalid(400, Map.of("message", message), true);
  }

  static Refusal state(String code, String message, JsonNode paymentIntent) {
    var fields = Map.of("code", code, "message", message, "type", "invalid_request_error");
    ObjectNode more = Json.object();
    more.set("payment_intent", paymentIntent);
    return new Refusal(400, fields, true, Optional.of(more));
  }

  static Refusal noSuch(String what, String id, String param) {
    String message = "No such " + what + ": '" + id + "'";
    return invalid(
        404, Map.of("code", "resource_missing", "message", message, "param", param), true);
  }

  /** Returns an error for a parameter with the id of an object that doesn't exist. */
  static Refusal noSuchNamed(String what, String id, String param) {
    String message = "No such " + what + ": '" + id + "'";
    return invalid(
        400, Map.of("code", "resource_missing", "message", message, "param", param), true);
  }

  static Refusal otherCustomer(String method, String customer) {
    String message =
        "The PaymentMethod "
            + method
            + " does not belong to the Customer you supplied "
            + customer
            + ". Please use this PaymentMethod with the Customer that it belongs to instead.";
    return invalid(400, Map.of("message", message, "param", "payment_method"), true);
  }

  /** Returns an error for a parameter of Stripe's that the emulator doesn't support. */
  static Refusal notPlayed(String param) {
    return parameter(
        "parameter_invalid",
        "The Stripe emulator doesn't support this parameter of Stripe's API: " + param,
        param);
  }

  /**
   * Returns an error for a charge that the issuer or Stripe declined. This response is kept under
   * the idempotency key.
   */
  static Refusal card(ObjectNode error, JsonNode paymentIntent) {
    error.set("payment_intent", paymentIntent);
    return new Refusal(402, Map.of(), true, Optional.of(error));
  }

  static Refusal unauthorized(String message) {
    return invalid(401, Map.of("message", message), false);
  }

  static Refusal noSuchUrl(Request request) {
    String message = "Unrecognized request URL (" + request.method() + ": " + request.path() + ").";
    return invalid(404, Map.of("message", message), false);
  }

  static Refusal of(ProviderApi.Cause cause) {
    return switch (cause) {
      case CONFLICT -> lockTimeout();
      case KEY_IN_USE -> keyInUse();
      case KEY_OF_OTHER_ENDPOINT ->
          key(
              "Keys for idempotent requests can only be used for the same endpoint they were first used for.");
      case KEY_OF_OTHER_PARAMETERS ->
          key(
              "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using another key if you meant to execute a different request.");
      case TOO_MANY -> tooMany();
      case UNAVAILABLE -> error(503);
      case ERROR -> error(500);
    };
  }

  private static Refusal keyInUse() {
    String message =
        "There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through). Please try again later.";
    return invalid(409, Map.of("code", "idempotency_key_in_use", "message", message), false);
  }

  private static Refusal lockTimeout() {
    String message =
        "This object cannot be accessed right now because another API request or Stripe process is currently accessing it.";
    return invalid(409, Map.of("code", "lock_timeout", "message", message), false);
  }

  private static Refusal tooMany() {
    String message =
        "Request rate limit exceeded. Learn more about rate limits in the documentation.";
    return invalid(429, Map.of("code", "rate_limit", "message", message), false);
  }

  private static Refusal key(String message) {
    return new Refusal(
        400, Map.of("type", "idempotency_error", "message", message), false, Optional.empty());
  }

  /** Returns an error inside Stripe. */
  private static Refusal error(int status) {
    return new Refusal(
        status,
        Map.of("type", "api_error", "message", "An unknown error occurred while processing this."),
        true,
        Optional.empty());
  }

  private static Refusal invalid(int status, Map<String, String> fields, boolean begun) {
    var all = new LinkedHashMap<>(fields);
    all.put("type", "invalid_request_error");
    return new Refusal(status, all, begun, Optional.empty());
  }

  /**
   * Returns whether execution had begun, so that the response is kept under its idempotency key.
   */
  boolean isBegun() {
    return begun;
  }

  @Override
  public Answer answer() {
    ObjectNode body = Json.object();
    ObjectNode error = body.putObject("error");
    fields.forEach(error::put);
    String code = fields.get("code");
    if (code != null) {
      error.put("doc_url", "https://stripe.com/docs/error-codes/" + code.replace('_', '-'));
    }
    more.ifPresent(error::setAll);
    return Answer.json(status, body);
  }
}
