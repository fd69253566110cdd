package florin.bench.simulate.memory;

/** A row that its table does not take. */
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
