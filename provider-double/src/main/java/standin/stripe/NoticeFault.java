package standin.stripe;

/** What becomes of one notice. */
public enum NoticeFault {
  NONE,
  /** It is delivered before the answer to the request that it follows from. */
  BEFORE_ANSWER,
  /** It comes a while later. */
  LATE,
  TWICE,
  /** It is held back until the one after it has been delivered. */
  AFTER_THE_NEXT,
  NEVER
}
