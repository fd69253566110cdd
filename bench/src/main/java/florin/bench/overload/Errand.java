package florin.bench.overload;

/** What callers come for, in the order in which the service is to prefer it. */
enum Errand {
  CAPTURE("captures"),
  REFUND("refunds"),
  PAYMENT("payments"),
  LIST("lists");

  private final String text;

  Errand(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }
}
