package emulator.mollie;

import emulator.provider.RandomText;

/** Generates ids in Mollie's format. */
final class Ids {
  private static final String DIGITS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  private static final int LENGTH = 22;

  private final RandomText random = new RandomText();

  /**
   * Returns a new id.
   *
   * @param prefix `tr`, `re` or `cst`, for example
   */
  String next(String prefix) {
    return prefix + "_" + random.of(DIGITS, LENGTH);
  }
}
