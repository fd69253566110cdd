package florin.bench.simulate.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The columns that an expression can refer to, in its own query and in outer ones. */
final class Scope {
  /** The position of a column. */
  record Place(int depth, int source, int column) {}

  private record Named(String alias, List<String> columns) {}

  private final List<Named> sources = new ArrayList<>();
  private final Optional<Scope> outer;

  /** The last source of this query that was referred to since {@link #forget}; -1 for none. */
  private int touched = -1;

  Scope(Optional<Scope> outer) {
    this.outer = outer;
  }

  void add(String alias, List<String> columns) {
    sources.add(new Named(alias, List.copyOf(columns)));
  }

  int size() {
    return sources.size();
  }

  List<String> columns(int source) {
    return sources.get(source).columns();
  }

  String alias(int source) {
    return sources.get(source).alias();
  }

  void forget() {
    touched = -1;
  }

  void touch(int source) {
    touched = Math.max(touched, source);
  }

  int touched() {
    return touched;
  }

  /**
   * Finds a column.
   *
   * @param alias alias of its source; empty for any source
   */
  Place find(Optional<String> alias, String column) {
    for (int i = 0; i < sources.size(); i++) {
      Named source = sources.get(i);
      int at = source.columns().indexOf(column);
      if (at >= 0 && alias.map(source.alias()::equals).orElse(true)) {
        touch(i);
        return new Place(0, i, at);
      }
    }
    Place further =
        outer
            .orElseThrow(() -> new IllegalStateException("no column " + alias + " " + column))
            .find(alias, column);
    return new Place(further.depth() + 1, further.source(), further.column());
  }
}
