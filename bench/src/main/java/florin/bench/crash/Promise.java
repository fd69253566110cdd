package florin.bench.crash;

/** The invariants that must hold after any fault. */
enum Promise {
  KEPT(
      "what was acknowledged is there, with the same fields and the same status or a legal later one",
      "acknowledged operations"),
  ONCE("a key, however often it is sent, makes one thing", "payments"),
  SAME_ANSWER(
      "a repeated key gets the answer that was given first, byte for byte", "answers to a key"),
  OTHER_REQUEST("a key that comes with another request is refused", "keys"),
  ONE_AUTHORIZATION("at most one authorisation of a payment stands at the network", "payments"),
  SUMS(
      "captured is within authorised and refunded within captured, in our book and the network's",
      "payments and authorisations"),
  BOOKS("our book and the network's say the same", "payments"),
  DECLINED("a card that is declined never pays", "payments by such cards"),
  ARRIVED("every committed event arrived, as it was committed, and no other", "events"),
  SIGNED("what arrived was signed", "deliveries"),
  WHOLE("a thing's events are numbered from 1, none missing, none twice", "payments and refunds"),
  NOT_BACK("no state went back", "payments' events"),
  RESOLVED("nothing is open past its bound", "payments, refunds and attempts"),
  FIGURES("the dashboard's figures are the sums of the payments", "days and hours"),
  NOTICED_ONCE("a provider's webhook is kept once", "webhooks"),
  BOOKED_ONCE("a bank's entry counts once", "entries"),
  NO_CARD("no card's number is anywhere: data folder, logs, tables, webhooks", "MB"),
  NO_BUG("no request is answered that something unforeseen happened (500)", "answers"),
  SERVED("every request is answered, though a node restarts", "requests"),
  IDLE("a node whose clock is off takes no work, and says so", "steps of a clock"),
  BACK("the service is ready in time after each fault, and never ends by itself", "faults");

  private final String words;
  private final String of;

  Promise(String words, String of) {
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
