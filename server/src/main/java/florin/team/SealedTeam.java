package florin.team;

import florin.db.Db;
import florin.vault.SealedTextStore;
import florin.vault.SealedTextStore.Column;
import florin.vault.SealedThings;
import florin.vault.SecretSeal;
import java.util.List;

/** What this package keeps sealed, for a rotation of the envelope key. */
public final class SealedTeam {
  private static final Column SECOND_FACTORS =
      new Column(
          "second factors",
          "second_factor",
          "user_id",
          Long.toString(Sessions.OF_USERS.id()),
          "secret");

  private static final Column SHOWN_ONCE =
      new Column(
          "secrets to be shown", "session", "id", Long.toString(Sessions.OF_USERS.id()), "once");

  private SealedTeam() {}

  /**
   * @param current the key that the seal seals with
   */
  public static List<SealedThings> of(Db db, SecretSeal seal, int current) {
    return List.of(
        new SealedTextStore(db, seal, current, SECOND_FACTORS),
        new SealedTextStore(db, seal, current, SHOWN_ONCE));
  }
}
