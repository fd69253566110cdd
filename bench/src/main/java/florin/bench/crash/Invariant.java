package florin.bench.crash;

/** The invariants that must hold after any fault. */
enum Invariant {
  KEPT(
      "every acknowledged operation exists, with the same fields and the same or a later legal status",
      "acknowledged operations"),
  ONCE("an idempotency key creates one object, however often it is sent", "payments"),
  SAME_ANSWER("a repeated key gets its first response, byte for byte", "repeated keys"),
  OTHER_REQUEST("a used key with a different request is refused", "keys"),
  ONE_AUTHORIZATION("a payment has at most one open authorization at the network", "payments"),
  SUMS(
      "captured never exceeds authorized and refunded never exceeds captured, at Florin and at the network",
      "payments and authorizations"),
  BOOKS("Florin's records and the network's ledger agree", "payments"),
  CONSENT(
      "no charge without the payer begins after its mandate was revoked",
      "charges after a revocation"),
  DECLINED("no payment with a declined card succeeds", "payments with such cards"),
  ARRIVED("every committed event arrived unchanged, and no other", "events"),
  SIGNED("every delivery was signed", "deliveries"),
  WHOLE(
      "an object's events are numbered from 1 without gaps and duplicates", "payments and refunds"),
  NOT_BACK("no state moved backward", "payments' events"),
  RESOLVED("every operation was resolved in time", "payments, refunds and attempts"),
  FIGURES("the dashboard's metrics are the sums of the payments", "days and quarters of an hour"),
  NOTICED_ONCE("a provider's webhook is stored once", "webhooks"),
  BOOKED_ONCE("a bank entry counts once", "entries"),
  NO_CARD("no card number is in the data folder, logs, tables or webhooks", "MB"),
  NO_BUG("no response is an internal error (500)", "responses"),
  SERVED("every request gets a response although nodes restart", "requests"),
  IDLE("a node whose clock is off accepts no work and reports it", "clock steps"),
  BACK("the service is ready in time after each fault and never ends without one", "faults");

  private final String words;
  private final String of;

  Invariant(String words, String of) {
    this.words = words;
    this.of = of;
  }

  /**
   * Returns whether the invariant holds only after some time, so that an early check means nothing.
   */
  boolean isAwaited() {
    return this == BOOKS || this == RESOLVED || this == FIGURES;
  }

  /** Returns the name of the checked cases. */
  String of() {
    return of;
  }

  @Override
  public String toString() {
    return words;
  }
}
