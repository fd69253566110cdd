package florin.bench.simulate.memory;

/** Thrown when a constraint of a table rejects a row. */
final class RejectedRow extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String sqlState;
  private final String constraint;

  RejectedRow(String sqlState, String constraint, String message) {
    super(message);
    this.sqlState = sqlState;
    this.constraint = constraint;
  }

  String sqlState() {
    return sqlState;
  }

  String constraint() {
    return constraint;
  }
}
