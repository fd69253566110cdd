package florin.connector.bank;

import florin.bank.CreditorReference;
import florin.core.Id.AttemptId;
import florin.core.Sha256;

/**
 * The references that payers give in transfers. Each follows from the attempt's id, and reveals no
 * other payment's reference.
 */
final class TransferNames {
  /** The number of possible references, of twelve digits. */
  private static final long ALL = 1_000_000_000_000L;

  private TransferNames() {}

  /**
   * Returns a reference of an attempt.
   *
   * @param nth the next number if the reference is already taken, which is rare: with a million
   *     references, one in a million is
   */
  static CreditorReference of(AttemptId attempt, int nth) {
    byte[] hash = Sha256.of(attempt.text() + ":" + nth);
    long number = 0;
    for (int i = 0; i < Long.BYTES - 1; i++) {
      number = number << Byte.SIZE | Byte.toUnsignedLong(hash[i]);
    }
    return CreditorReference.of(number % ALL);
  }
}
