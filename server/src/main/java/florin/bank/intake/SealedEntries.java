package florin.bank.intake;

import florin.db.Db;
import florin.vault.SealedTextStore;
import florin.vault.SealedTextStore.SealedColumn;
import florin.vault.SealedThings;
import florin.vault.SecretSeal;

/** Payers' encrypted account numbers, for a rotation of the envelope key. */
public final class SealedEntries {
  private static final SealedColumn NUMBERS =
      SealedColumn.ofRealms("payers' account numbers", "bank_entry", "id", "party_iban_sealed");

  private SealedEntries() {}

  /**
   * Returns the numbers for a rotation.
   *
   * @param current the key that now encrypts
   */
  public static SealedThings of(Db db, SecretSeal seal, int current) {
    return new SealedTextStore(db, seal, current, NUMBERS);
  }
}
