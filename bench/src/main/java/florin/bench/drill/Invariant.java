package florin.bench.drill;

/** What was promised, and must hold whatever is killed. */
enum Invariant {
  ACKNOWLEDGED_IS_KEPT("what was acknowledged is there, with the same status or a legal later one"),
  ONE_PAYMENT_PER_KEY("a key, however often it is sent, makes one payment"),
  SAME_ANSWER("a repeated key gets the answer that was given first, byte for byte"),
  ONE_AUTHORIZATION("the network holds at most one authorisation of a payment that stands"),
  BOOKS_AGREE("what the network holds is what our records say was captured"),
  DECLINED_NEVER_SUCCEEDS("a card that does not approve never ends in success"),
  COSTS_NO_SALE("what a kill interrupted succeeds when its client asks again at once"),
  SETTLED_IN_TIME("no payment is processing past its bound"),
  EVENTS_ARE_KEPT("an event that was read is there, unchanged"),
  EVENTS_ARE_WHOLE("a payment's events are numbered from 1 to its sequence, none missing"),
  FIGURES_ADD_UP("the dashboard's figures are the sums of the payments, day by day"),
  BACK_IN_TIME("the service answers again in time"),
  RUNS_UNTIL_KILLED("the service runs until it is killed");

  private final String words;

  Invariant(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }

  /** This does not hold. */
  Violation broken(String detail) {
    return new Violation(this, detail);
  }

  /** One case in which a promise was not kept. */
  record Violation(Invariant invariant, String detail) {}
}
