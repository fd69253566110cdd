package florin.core;

import java.util.Optional;
import java.util.UUID;

/**
 * The requested part of a list. Lists are ordered from new to old, which is from the highest id to
 * the lowest.
 *
 * @param limit the largest number of rows, 1 to {@link #MAX_LIMIT}
 * @param startingAfter the page begins after this id, with older rows
 * @param endingBefore the page ends before this id, with newer rows; never together with the other
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

  /** Returns a request for the newest rows. */
  public static PageRequest first(int limit) {
    return new PageRequest(limit, Optional.empty(), Optional.empty());
  }

  /** Returns whether rows are read from old to new and then reversed. */
  public boolean isBackwards() {
    return endingBefore.isPresent();
  }
}
