package florin.core;

import java.util.Optional;
import java.util.UUID;

/**
 * Which part of a list is wanted. Lists run from new to old, that is, from the highest id to the
 * lowest.
 *
 * @param limit how many at most, 1 to {@link #MAX_LIMIT}
 * @param startingAfter the page begins after this id: what is older
 * @param endingBefore the page ends before this id: what is newer; never together with the other
 */
public record PageRequest(int limit, Optional<UUID> startingAfter, Optional<UUID> endingBefore) {
  public static final int MAX_LIMIT = 100;
  public static final int DEFAULT_LIMIT = 10;

  public PageRequest {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException("a page holds 1 to " + MAX_LIMIT + ", not " + limit);
    }
    if (startingAfter.isPresent() && endingBefore.isPresent()) {
      throw new IllegalArgumentException("a page has one cursor");
    }
  }

  /** The newest. */
  public static PageRequest first(int limit) {
    return new PageRequest(limit, Optional.empty(), Optional.empty());
  }

  /** True when rows are read from old to new and then turned round. */
  public boolean isBackwards() {
    return endingBefore.isPresent();
  }
}
