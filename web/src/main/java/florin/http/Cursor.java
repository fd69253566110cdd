package florin.http;

import florin.core.ErrorCode;
import florin.core.Id;
import florin.core.PageRequest;
import florin.core.Problem;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/** The parameters that page every list: `limit`, `starting_after`, `ending_before`. */
public record Cursor<T extends Id>(int limit, Optional<T> startingAfter, Optional<T> endingBefore) {
  private static final Range LIMIT =
      Range.of(1, PageRequest.MAX_LIMIT)
          .described("an integer from 1 to " + PageRequest.MAX_LIMIT + ", for example 10");

  public static <T extends Id> Cursor<T> read(Params query, Id.Kind<T> kind) {
    query.exclusive("starting_after", "ending_before");
    long limit =
        query.optional("limit", Format.integer(LIMIT)).orElse((long) PageRequest.DEFAULT_LIMIT);
    return new Cursor<>(
        (int) limit,
        query.optional("starting_after", Format.id(kind)),
        query.optional("ending_before", Format.id(kind)));
  }

  /**
   * Rejects a cursor whose object is not in the realm. An object that the list's filters exclude is
   * still a valid position, because it may have changed since it was listed.
   */
  public PageRequest page(Predicate<T> exists) {
    requireExisting("starting_after", startingAfter, exists);
    requireExisting("ending_before", endingBefore, exists);
    return new PageRequest(limit, startingAfter.map(Cursor::uuid), endingBefore.map(Cursor::uuid));
  }

  private static UUID uuid(Id id) {
    return id.uuid();
  }

  private static <T extends Id> void requireExisting(
      String param, Optional<T> cursor, Predicate<T> exists) {
    if (cursor.isPresent() && !exists.test(cursor.get())) {
      throw Problem.BadParameters.of(
              param,
              ErrorCode.RESOURCE_MISSING,
              param + " is not in this list. Use an id from an earlier page of the list.")
          .refusal();
    }
  }
}
