package florin.db;

/** The result of committing a {@link Changeset}. */
public sealed interface CommitResult {
  /** The SQLSTATE of a row whose key already exists. */
  String UNIQUE_VIOLATION = "23505";

  /** The changeset is durable. */
  record Committed() implements CommitResult {}

  /**
   * A guard did not hold, so nothing of the changeset was written: the version had changed, or the
   * key is taken.
   */
  record Refused(Write guard) implements CommitResult {}

  /**
   * The database rejected a row (usually SQLSTATE class 22 or 23), so nothing of the changeset was
   * written.
   *
   * @param constraint the name of the violated constraint; empty if the error has none
   */
  record Rejected(String sqlState, String constraint, String message) implements CommitResult {}

  /**
   * Returns whether the changeset is durable; false if a guard did not hold.
   *
   * @throws IllegalStateException if the database rejected a row
   */
  default boolean isCommitted() {
    return switch (this) {
      case Committed() -> true;
      case Refused _ -> false;
      case Rejected rejected ->
          throw new IllegalStateException("the database rejected a row: " + rejected);
    };
  }
}
