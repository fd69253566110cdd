package florin.db;

import java.util.List;
import java.util.Optional;

/**
 * Writes that are committed all or not at all.
 *
 * @param unbrokenSince when given, they are committed only on a connection that was open at this
 *     moment already. A crash of PostgreSQL ends every connection, so none lies between; and what
 *     was in its log since then, though not on the disk, is durable with this
 */
public record Changeset(List<Write> writes, Optional<Moment> unbrokenSince) {
  /**
   * More than this in one changeset is a bug: the largest decision of Florin writes about a dozen
   * rows.
   */
  static final int MAX_WRITES = 64;

  public Changeset {
    writes = List.copyOf(writes);
    if (writes.isEmpty() || writes.size() > MAX_WRITES) {
      throw new IllegalArgumentException(
          "a changeset has 1 to " + MAX_WRITES + " writes, not " + writes.size());
    }
  }

  public Changeset(List<Write> writes) {
    this(writes, Optional.empty());
  }

  public static Changeset of(Write... writes) {
    return new Changeset(List.of(writes));
  }

  /** Whether it may be committed on a connection that was opened then. */
  boolean holdsFor(Moment opened) {
    return unbrokenSince.filter(opened::isAfter).isEmpty();
  }
}
