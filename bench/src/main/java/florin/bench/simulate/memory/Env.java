package florin.bench.simulate.memory;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an expression is looked at with.
 *
 * @param rows of the sources of its level, as far as they are there
 * @param parameters in the order of their question marks
 * @param incoming the row that a changeset brings, `:rows`
 * @param now when the transaction began
 */
@SuppressWarnings("ArrayRecordComponent") // rows as they stand, which nobody compares
record Env(
    MemoryDatabase database,
    @Nullable Object[][] rows,
    @Nullable Object[] parameters,
    @Nullable Object[] incoming,
    Instant now,
    @Nullable Env outer) {

  Env inner(int sources) {
    return new Env(database, new @Nullable Object[sources][], parameters, incoming, now, this);
  }
}
