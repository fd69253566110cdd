package florin.bench.load;

/** A request, and what becomes of it. Its methods are called on the driver's thread. */
public interface Request {
  /** All of it: head and body. */
  byte[] bytes();

  /**
   * @param answer to be read now: its bytes are overwritten by the next one
   */
  default void answered(Answer answer) {}

  /**
   * The same.
   *
   * @param nanos since it was sent or, at a rate, since it was due
   */
  default void answered(Answer answer, long nanos) {
    answered(answer);
  }

  /** The connection ended, or the run did: nobody knows whether the request was heard. */
  default void lost() {}
}
