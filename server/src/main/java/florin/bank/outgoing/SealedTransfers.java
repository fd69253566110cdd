package florin.bank.outgoing;

import florin.db.Db;
import florin.vault.SealedTextStore;
import florin.vault.SealedTextStore.SealedColumn;
import florin.vault.SealedThings;
import florin.vault.SecretSeal;
import java.util.List;

/** The encrypted data of payers in outgoing transfers and payment files, for a key rotation. */
public final class SealedTransfers {
  private static final SealedColumn NUMBERS =
      SealedColumn.ofRealms(
          "account numbers of outgoing transfers", "outgoing_transfer", "id", "iban_sealed");

  private static final SealedColumn FILES =
      SealedColumn.ofRealms("payment files", "payment_file", "id", "file_sealed");

  private SealedTransfers() {}

  /**
   * Returns the data for a rotation.
   *
   * @param current the key that now encrypts
   */
  public static List<SealedThings> of(Db db, SecretSeal seal, int current) {
    return List.of(
        new SealedTextStore(db, seal, current, NUMBERS),
        new SealedTextStore(db, seal, current, FILES));
  }
}
