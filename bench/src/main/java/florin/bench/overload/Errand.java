package florin.bench.overload;

/** The kinds of requests, in the order of their priority. */
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
