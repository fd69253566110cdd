package emulator.stripe;

import java.security.SecureRandom;

/**
 * Generates ids in Stripe's format. They are random regardless of the seed, so that no two runs
 * share an id.
 */
final class Ids {
  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  private final SecureRandom random = new SecureRandom();

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
    return text(length, DIGITS.length());
  }

  /** Returns random decimal digits. */
  String digits(int length) {
    return text(length, 10);
  }

  private String text(int length, int alphabet) {
    var text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(DIGITS.charAt(random.nextInt(alphabet)));
    }
    return text.toString();
  }
}
