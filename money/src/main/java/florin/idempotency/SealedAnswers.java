package florin.idempotency;

import florin.db.Db;
import florin.vault.SealedTextStore;
import florin.vault.SealedTextStore.SealedColumn;
import florin.vault.SealedThings;
import florin.vault.SecretSeal;

/**
 * The encrypted secrets of stored responses, for a rotation of the encryption key. Each is
 * encrypted for the object that the request created. A repeated request receives the same bytes
 * before and after a rotation.
 */
public final class SealedAnswers {
  private static final SealedColumn SECRETS =
      SealedColumn.ofRealms("stored responses", "idempotency", "resource_id", "sealed_secret");

  private SealedAnswers() {}

  /**
   * Returns the encrypted column.
   *
   * @param current the key that encrypts new values
   */
  public static SealedThings of(Db db, SecretSeal seal, int current) {
    return new SealedTextStore(db, seal, current, SECRETS);
  }
}
