package emulator.stripe;

/** What goes wrong with one request. */
public enum Fault {
  NONE,
  /** The connection ends, and nothing is ever executed. */
  LOST_BEFORE,
  /** The same, with a reset. */
  RESET_BEFORE,
  /** The connection ends, and a while later it is executed all the same. */
  LATE,
  /** It is executed, and the connection ends without an answer. */
  LOST_AFTER,
  /** The same, with a reset. */
  RESET_AFTER,
  /** It is executed, and the connection ends in the midst of the answer. */
  CUT,
  /** It is executed, and answered a while later; until then its key is in use. */
  SLOW,
  /** It comes twice, one after the other, and the first answer is given. */
  TWICE,
  /** 409: another request has the object. Nothing is executed. */
  CONFLICT,
  /** 429. Nothing is executed. */
  TOO_MANY,
  /** 500, and nothing is executed. */
  ERROR_BEFORE,
  /** It is executed, and 500 is answered, to every repetition of the key as well. */
  ERROR_AFTER,
  /** It is executed, and one part of the response has no end: each part in turn. */
  ENDLESS
}
