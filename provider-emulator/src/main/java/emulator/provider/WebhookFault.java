package emulator.provider;

/** The faults that can be injected into one webhook. */
public enum WebhookFault {
  NONE,
  /** Delivers the webhook before the response to the request that caused it. */
  BEFORE_ANSWER,
  /** Delivers the webhook a while later. */
  LATE,
  TWICE,
  /** Holds the webhook back until the next one is delivered. */
  AFTER_THE_NEXT,
  NEVER
}
