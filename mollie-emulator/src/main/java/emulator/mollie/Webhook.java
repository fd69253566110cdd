package emulator.mollie;

/**
 * A notification that a payment has changed.
 *
 * @param payment the id, which is all that the request contains
 * @param cause the change, for example `paid` or `refund processing`
 */
record Webhook(String payment, String cause, String url) {}
