package florin.connector.simulator;

import florin.connector.ResponseCodes;

/**
 * How one operation goes: when the network comes to its verdict, what the verdict is, and what we
 * hear of it.
 *
 * @param code the verdict, a response code of {@link ResponseCodes}
 */
record Course(Arrival timing, Reply reply, String code) {
  static final Course APPROVED =
      new Course(Arrival.AT_ONCE, Reply.ANSWERED, ResponseCodes.APPROVED);

  enum Arrival {
    AT_ONCE,
    /** "Pending", and the verdict two seconds later. */
    AFTER_PENDING,
    /** "Approved", and the verdict, which is another, two seconds later. */
    AFTER_APPROVAL,
    /** Under way, where nobody sees it, for two seconds. */
    LATE,
    /** Under way until a second after a reversal was acknowledged. */
    AFTER_REVERSAL,
    /** It does not arrive. */
    NEVER
  }

  enum Reply {
    ANSWERED,
    /** No answer comes; reported at once, as if the deadline had passed. */
    SILENT,
    /** The answer comes after five seconds. */
    SLOW,
    TWICE,
    /** The link is down before a byte is sent. */
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
