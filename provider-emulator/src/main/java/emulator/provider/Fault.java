package emulator.provider;

/** The faults that can be injected into one request. */
public enum Fault implements Plan.Injected {
  NONE("Handles the request."),
  LOST_BEFORE("Ends the connection and never executes the request."),
  RESET_BEFORE("Resets the connection and never executes the request."),
  LATE("Ends the connection and executes the request a while later."),
  LOST_AFTER("Executes the request and ends the connection without a response."),
  RESET_AFTER("Executes the request and resets the connection without a response."),
  CUT("Executes the request and ends the connection in the middle of the response."),
  SLOW("Executes the request and delays the response. Until then, the idempotency key is in use."),
  TWICE("Executes the request twice in sequence and returns the first response."),
  CONFLICT("Returns 409, as if another request was in progress, and executes nothing."),
  TOO_MANY("Returns 429 and executes nothing."),
  UNAVAILABLE("Returns 503 and executes nothing."),
  ERROR_BEFORE("Returns 500 and executes nothing."),
  ERROR_AFTER("Executes the request and returns 500, also for every repetition of the key."),
  ENDLESS(
      "Executes the request and sends a response with one endless part, a different part each time.");

  private final String effect;

  Fault(String effect) {
    this.effect = effect;
  }

  @Override
  public String effect() {
    return effect;
  }
}
