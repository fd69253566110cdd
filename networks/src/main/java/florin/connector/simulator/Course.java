package florin.connector.simulator;

import florin.connector.ResponseCodes;

/**
 * The course of one operation: when the network decides, its verdict, and the reply that Florin
 * receives.
 *
 * @param code the verdict, a response code of {@link ResponseCodes}
 */
record Course(Arrival timing, Reply reply, String code) {
  static final Course APPROVED =
      new Course(Arrival.AT_ONCE, Reply.ANSWERED, ResponseCodes.APPROVED);

  enum Arrival {
    AT_ONCE,
    /** The reply is "pending", and the verdict follows two seconds later. */
    AFTER_PENDING,
    /** The reply is "approved", and a different verdict follows two seconds later. */
    AFTER_APPROVAL,
    /** The message is in flight for two seconds, and no inquiry finds it. */
    LATE,
    /** The message is in flight until a second after a reversal was acknowledged. */
    AFTER_REVERSAL,
    /** The message does not arrive. */
    NEVER
  }

  enum Reply {
    ANSWERED,
    /** The network sends no response. The simulator reports that without a wait. */
    SILENT,
    /** The response comes after five seconds. */
    SLOW,
    TWICE,
    /** The connection is down before anything is sent. */
    LINK_DOWN
  }

  static Course answered(String code) {
    return new Course(Arrival.AT_ONCE, Reply.ANSWERED, code);
  }

  static Course silent(Arrival timing, String code) {
    return new Course(timing, Reply.SILENT, code);
  }

  static Course pending(String code) {
    return new Course(Arrival.AFTER_PENDING, Reply.ANSWERED, code);
  }

  static Course approvedThen(String code) {
    return new Course(Arrival.AFTER_APPROVAL, Reply.ANSWERED, code);
  }

  Course with(Reply other) {
    return new Course(timing, other, code);
  }

  Course with(String otherCode) {
    return new Course(timing, reply, otherCode);
  }
}
