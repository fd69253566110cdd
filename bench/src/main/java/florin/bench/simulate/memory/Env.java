package florin.bench.simulate.memory;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The values with which an expression is evaluated.
 *
 * @param rows current row of each source of the query, as far as they are bound
 * @param parameters parameters in the order of their question marks
 * @param incoming row of a changeset, `:rows`
 * @param now time when the transaction began
 */
@SuppressWarnings("ArrayRecordComponent") // its arrays are never compared
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
