package florin.bench.jdbc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One statement as it was sent.
 *
 * @param sql as the program gave it, `;` between the parts of it that travelled together
 * @param values its parameters; an array that was sent is the list of its elements
 */
record Heard(String sql, List<@Nullable Object> values) {}
