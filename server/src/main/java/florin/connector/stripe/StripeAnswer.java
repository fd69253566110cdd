package florin.connector.stripe;

/** What came back. */
sealed interface StripeAnswer {
  record Done(StripeObject object) implements StripeAnswer {}

  /** Stripe has it and will not do it; nothing of it was done. */
  record Refused(StripeError error) implements StripeAnswer {}

  /**
   * Provably nothing of it was done: it did not get there, or was turned away at the door.
   *
   * @param detail for the log
   */
  record NotSent(String detail) implements StripeAnswer {}

  /**
   * The key is not known, or may not do it; nothing of it was done.
   *
   * @param detail for the log
   */
  record KeyRefused(String detail) implements StripeAnswer {}

  /**
   * It may have been done or not.
   *
   * @param detail for the log
   */
  record Lost(String detail) implements StripeAnswer {}
}
