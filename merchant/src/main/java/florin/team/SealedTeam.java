package florin.team;

import florin.db.Db;
import florin.vault.SealedTextStore;
import florin.vault.SealedTextStore.SealedColumn;
import florin.vault.SealedThings;
import florin.vault.SecretSeal;
import java.util.List;

/** The encrypted data of this package, for a rotation of the encryption key. */
public final class SealedTeam {
  private static final SealedColumn SECOND_FACTORS =
      ofUsers("second factors", "second_factor", "user_id", "secret");

  private static final SealedColumn SHOWN_ONCE =
      ofUsers("secrets to be shown", "session", "id", "once");

  private SealedTeam() {}

  /**
   * Returns the data for a rotation.
   *
   * @param current the key that now encrypts
   */
  public static List<SealedThings> of(Db db, SecretSeal seal, int current) {
    return List.of(
        new SealedTextStore(db, seal, current, SECOND_FACTORS),
        new SealedTextStore(db, seal, current, SHOWN_ONCE));
  }

  private static SealedColumn ofUsers(String name, String table, String id, String column) {
    String realm = Long.toString(Sessions.OF_USERS.id());
    return new SealedColumn(name, table, List.of(id), realm, id, column);
  }
}
