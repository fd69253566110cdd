package florin.connector.instance;

import florin.db.Db;
import florin.vault.SealedTextStore;
import florin.vault.SealedTextStore.SealedColumn;
import florin.vault.SealedThings;
import florin.vault.SecretSeal;
import java.util.List;

/** The sealed columns of this package, for a rotation of the envelope key. */
public final class SealedConnectors {
  private static final SealedColumn CREDENTIALS =
      SealedColumn.ofRealms("connectors' credentials", "connector", "id", "secret_sealed");

  private static final SealedColumn WEBHOOKS =
      SealedColumn.ofRealms("connectors' webhooks", "provider_webhook", "id", "body");

  private SealedConnectors() {}

  /**
   * Returns the sealed columns.
   *
   * @param current the key that the seal uses now
   */
  public static List<SealedThings> of(Db db, SecretSeal seal, int current) {
    return List.of(
        new SealedTextStore(db, seal, current, CREDENTIALS),
        new SealedTextStore(db, seal, current, WEBHOOKS));
  }
}
