package emulator.provider;

/** The faults that can be injected into one request. */
public enum Fault {
  NONE,
  /** Ends the connection and never executes the request. */
  LOST_BEFORE,
  /** Resets the connection and never executes the request. */
  RESET_BEFORE,
  /** Ends the connection and executes the request a while later. */
  LATE,
  /** Executes the request and ends the connection without a response. */
  LOST_AFTER,
  /** Executes the request and resets the connection without a response. */
  RESET_AFTER,
  /** Executes the request and ends the connection in the middle of the response. */
  CUT,
  /** Executes the request and delays the response. Until then, the idempotency key is in use. */
  SLOW,
  /** Executes the request twice in sequence and returns the first response. */
  TWICE,
  /** Returns 409, as if another request was in progress, and executes nothing. */
  CONFLICT,
  /** Returns 429 and executes nothing. */
  TOO_MANY,
  /** Returns 503 and executes nothing. */
  UNAVAILABLE,
  /** Returns 500 and executes nothing. */
  ERROR_BEFORE,
  /** Executes the request and returns 500, also for every repetition of the key. */
  ERROR_AFTER,
  /**
   * Executes the request and sends a response with one endless part, a different part each time.
   */
  ENDLESS
}
