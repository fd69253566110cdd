package emulator.mollie;

import java.security.SecureRandom;

/**
 * Generates ids in Mollie's format. They are random regardless of the seed, so that no two runs
 * share an id.
 */
final class Ids {
  private static final String DIGITS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  private static final int LENGTH = 22;

  private final SecureRandom random = new SecureRandom();

  /**
   * Returns a new id.
   *
   * @param prefix `tr`, `re` or `cst`, for example
   */
  String next(String prefix) {
    var id = new StringBuilder(prefix).append('_');
    for (int i = 0; i < LENGTH; i++) {
      id.append(DIGITS.charAt(random.nextInt(DIGITS.length())));
    }
    return id.toString();
  }
}
