package emulator.stripe;

/** What becomes of one webhook. */
public enum WebhookFault {
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
