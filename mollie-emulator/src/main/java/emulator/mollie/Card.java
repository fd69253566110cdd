package emulator.mollie;

/** The cards of payers: Mollie's test cards. */
public enum Card {
  MASTERCARD("Mastercard", "222300", "9399"),
  VISA("Visa", "454347", "9996"),
  AMEX("American Express", "378282", "0005");

  static final String HOLDER = "T. TEST";

  /** The expiry date in a payment. */
  static final String EXPIRY = "12/34";

  /** The expiry date in a mandate. */
  static final String LAST_DAY = "2034-12-31";

  private final String label;
  private final String bin;
  private final String last4;

  Card(String label, String bin, String last4) {
    this.label = label;
    this.bin = bin;
    this.last4 = last4;
  }

  String label() {
    return label;
  }

  String bin() {
    return bin;
  }

  String last4() {
    return last4;
  }

  /** Returns a value that is the same for the same card. */
  String fingerprint() {
    return "fingerprint" + bin + last4;
  }
}
