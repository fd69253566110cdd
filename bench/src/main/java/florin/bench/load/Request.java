package florin.bench.load;

/** A request with callbacks for its outcome. The load driver's thread calls its methods. */
public interface Request {
  /** Returns the whole request: head and body. */
  byte[] bytes();

  /**
   * Handles the response.
   *
   * @param answer response, whose bytes are valid only during this call
   */
  default void answered(Answer answer) {}

  /**
   * Handles the response with its latency.
   *
   * @param nanos nanoseconds since the request was sent or, in open-loop load, since it was due
   */
  default void answered(Answer answer, long nanos) {
    answered(answer);
  }

  /**
   * Handles the end of the connection or the run before a response. The service may or may not have
   * received the request.
   */
  default void lost() {}
}
