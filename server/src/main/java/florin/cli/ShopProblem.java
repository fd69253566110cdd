package florin.cli;

/** A difference between a shop's orders and Florin's payments, and its usual cure. */
enum ShopProblem {
  PAID_WITHOUT_ORDER(
      "paid without order",
      "Mark the order as paid when the webhook checkout_session.completed arrives, whether or not the payer returns to your success page. Find the order by the session's metadata."),
  ORDER_WITHOUT_PAYMENT(
      "order without payment",
      "Ship only after a webhook with a valid signature, or after your server has read the status of the payment from the API. The payer's return to your success page proves nothing."),
  SHIPPED_TWICE(
      "shipped twice",
      "A webhook can arrive more than once. In one transaction, store the payment of the order if it has none, and ship only if you have just stored it."),
  PAID_TWICE(
      "paid twice",
      "Create the checkout session with an idempotency key made of the order number. Then a repeated request returns the same session."),
  REFUND_UNKNOWN(
      "refund unknown",
      "Your staff can refund payments in the dashboard. Handle the webhook payment.refunded, and enable its type for your webhook endpoint."),
  FORGERY_ACCEPTED(
      "forged webhook accepted",
      "Verify the signature of each webhook before you read its body, and respond to a wrong one with the status 400."),
  WEBHOOK_REJECTED(
      "webhook rejected",
      "Respond with a 2xx status as soon as you have stored the webhook, also to types that you don't use and to repetitions. Florin sends a rejected webhook again for days.");

  private final String text;
  private final String cure;

  ShopProblem(String text, String cure) {
    this.text = text;
    this.cure = cure;
  }

  String text() {
    return text;
  }

  /** Returns what usually solves the problem. */
  String cure() {
    return cure;
  }
}
