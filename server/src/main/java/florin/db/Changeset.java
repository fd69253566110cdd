package florin.db;

import java.util.List;
import java.util.Optional;

/**
 * Writes that are committed together or not at all.
 *
 * @param unbrokenSince if given, they are committed only on a connection that was already open at
 *     this moment. A crash of PostgreSQL ends all connections, so none happened in between. Data in
 *     PostgreSQL's log since then, even if it is not on disk yet, becomes durable with this commit.
 */
public record Changeset(List<Write> writes, Optional<Moment> unbrokenSince) {
  /**
   * The most writes of one changeset. More is a bug: Florin's largest decision writes about a dozen
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

  /** Returns whether it may be committed on a connection that was opened at this moment. */
  boolean holdsFor(Moment opened) {
    return unbrokenSince.filter(opened::isAfter).isEmpty();
  }
}
