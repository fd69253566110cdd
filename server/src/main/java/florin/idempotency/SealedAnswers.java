package florin.idempotency;

import florin.db.Db;
import florin.vault.SealedTextStore;
import florin.vault.SealedTextStore.SealedColumn;
import florin.vault.SealedThings;
import florin.vault.SecretSeal;

/**
 * The secrets of answers that are kept, each sealed for what the request made, for a rotation of
 * the envelope key: whoever repeats a request gets the same bytes before and after.
 */
public final class SealedAnswers {
  private static final SealedColumn SECRETS =
      SealedColumn.ofRealms("kept answers", "idempotency", "resource_id", "sealed_secret");

  private SealedAnswers() {}

  /**
   * @param current the key that the seal seals with
   */
  public static SealedThings of(Db db, SecretSeal seal, int current) {
    return new SealedTextStore(db, seal, current, SECRETS);
  }
}
