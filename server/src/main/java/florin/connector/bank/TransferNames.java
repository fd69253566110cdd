package florin.connector.bank;

import florin.bank.CreditorReference;
import florin.core.Id.AttemptId;
import florin.core.Sha256;

/** What payers name in a transfer: it follows from our reference, and tells nobody of another. */
final class TransferNames {
  /** Numbers of twelve digits. */
  private static final long ALL = 1_000_000_000_000L;

  private TransferNames() {}

  /**
   * @param nth the next, where one is another's already: of a million, one in a million is
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
