package florin.vault;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A kind of data that the encryption keys encrypt. A rotation processes all kinds, and a key can be
 * retired only if it encrypts no data of any kind. So each store of data that a {@link Vault} or a
 * {@link SecretSeal} encrypts must be in the list of the command `vault`.
 */
public interface SealedThings {
  /** Returns the name for the operator, in the plural: `card numbers`. */
  String name();

  /** Returns a description of their rotation, for the operator. */
  default String fate() {
    return "wrapped anew";
  }

  /** Returns the number of values that each key encrypts; keys without values may be missing. */
  Map<Integer, Long> countByKey();

  /**
   * Encrypts a batch under the current key, realm by realm. A concurrent change of a row waits, or
   * finds that the row has changed. A row that has changed since it was read is skipped.
   *
   * @param from the row after which to begin
   * @param most the number of rows
   */
  Batch rewrap(Place from, int most);

  /**
   * A row's position.
   *
   * @param group the realm's number, or another number by which the rows are ordered first
   */
  record Place(long group, UUID id) {
    public static final Place BEGIN = new Place(Long.MIN_VALUE, new UUID(0, 0));
  }

  /**
   * The result of one batch of a pass.
   *
   * @param next where the next batch begins; empty at the end of the pass
   */
  record Batch(int count, Optional<Place> next) {
    public static final Batch END = new Batch(0, Optional.empty());
  }
}
