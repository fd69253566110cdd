package florin.bank.ordering;

import florin.db.Db;
import florin.vault.SealedTextStore;
import florin.vault.SealedTextStore.SealedColumn;
import florin.vault.SealedThings;
import florin.vault.SecretSeal;
import java.util.List;

/** The encrypted data of payers in payment files, for a rotation of the envelope key. */
public final class SealedOrders {
  private static final SealedColumn NUMBERS =
      SealedColumn.ofRealms(
          "account numbers of outgoing transfers", "outgoing_transfer", "id", "iban_sealed");

  private static final SealedColumn FILES =
      SealedColumn.ofRealms("payment files", "payment_file", "id", "file_sealed");

  private SealedOrders() {}

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
