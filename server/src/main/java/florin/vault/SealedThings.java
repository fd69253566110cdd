package florin.vault;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * One kind of what is stored sealed under the envelope keys. A rotation goes through all kinds, and
 * a key is taken away only when it seals nothing of any: so whoever stores something that a {@link
 * Vault} or a {@link SecretSeal} has sealed joins the list of the command `vault`.
 */
public interface SealedThings {
  /** For the operator, in the plural: `card numbers`. */
  String name();

  /** What a rotation does with them, for the operator. */
  default String fate() {
    return "wrapped anew";
  }

  /** How many are sealed under each key; keys that seal none may be left out. */
  Map<Integer, Long> countByKey();

  /**
   * Seals a batch under the current key, realm by realm. Who changes a row meanwhile waits, or
   * finds that it has changed; one that has changed since it was looked at is left alone.
   *
   * @param from behind which row to begin
   * @param most how many rows
   */
  Batch rewrap(Place from, int most);

  /**
   * A row.
   *
   * @param group its realm's number, or that of whatever else the rows are ordered by first
   */
  record Place(long group, UUID id) {
    public static final Place BEGIN = new Place(Long.MIN_VALUE, new UUID(0, 0));
  }

  /**
   * What one batch of a pass has done.
   *
   * @param next where the next one begins; empty at the end of the pass
   */
  record Batch(int count, Optional<Place> next) {
    public static final Batch END = new Batch(0, Optional.empty());
  }
}
