package florin.db;

import java.util.List;

/** Writes that are committed together or not at all. */
public record Changeset(List<Write> writes) {
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

  public static Changeset of(Write... writes) {
    return new Changeset(List.of(writes));
  }
}
