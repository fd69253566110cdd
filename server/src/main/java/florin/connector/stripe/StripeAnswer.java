package florin.connector.stripe;

/** The result of a request to Stripe. */
sealed interface StripeAnswer {
  record Done(StripeObject object) implements StripeAnswer {}

  /** Stripe received the request and rejects it; nothing was done. */
  record Refused(StripeError error) implements StripeAnswer {}

  /**
   * Provably nothing was done: the request did not arrive, or was rejected before it was processed.
   *
   * @param detail for the log
   */
  record NotSent(String detail) implements StripeAnswer {}

  /**
   * The API key is unknown or lacks permission; nothing was done.
   *
   * @param detail for the log
   */
  record KeyRefused(String detail) implements StripeAnswer {}

  /**
   * The request may or may not have been carried out.
   *
   * @param detail for the log
   * @param isEnded whether the first request with this key has ended with an error that Stripe
   *     keeps. Stripe sends the same error again for each repetition. Only a look at Stripe's
   *     objects after this response shows whether the request was carried out.
   */
  record Lost(String detail, boolean isEnded) implements StripeAnswer {
    Lost(String detail) {
      this(detail, false);
    }
  }
}
