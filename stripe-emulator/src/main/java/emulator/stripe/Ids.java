package emulator.stripe;

import emulator.provider.RandomText;

/** Generates ids in Stripe's format. */
final class Ids {
  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  private final RandomText random = new RandomText();

  String session(boolean live) {
    return (live ? "cs_live_a1" : "cs_test_a1") + text(56);
  }

  /**
   * Returns a new id.
   *
   * @param prefix `pi`, `ch` or `re`, for example
   */
  String next(String prefix) {
    return prefix + "_3" + text(23);
  }

  String request() {
    return "req_" + text(14);
  }

  String secret() {
    return "whsec_" + text(32);
  }

  String text(int length) {
    return random.of(DIGITS, length);
  }

  /** Returns random decimal digits. */
  String digits(int length) {
    return random.of("0123456789", length);
  }
}
