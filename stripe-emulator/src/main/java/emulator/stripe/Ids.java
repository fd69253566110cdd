package emulator.stripe;

import java.security.SecureRandom;

/** Ids as Stripe makes them. They are random whatever the seed is: no two runs share one. */
final class Ids {
  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  private final SecureRandom random = new SecureRandom();

  String session(boolean live) {
    return (live ? "cs_live_a1" : "cs_test_a1") + text(56);
  }

  /**
   * @param prefix `pi`, `ch`, `re`
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
    var text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(DIGITS.charAt(random.nextInt(DIGITS.length())));
    }
    return text.toString();
  }
}
