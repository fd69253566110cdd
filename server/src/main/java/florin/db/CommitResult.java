package florin.db;

/** What became of a {@link Changeset}. */
public sealed interface CommitResult {
  /** The SQLSTATE of a row whose key is there already. */
  String UNIQUE_VIOLATION = "23505";

  /** It is durable. */
  record Committed() implements CommitResult {}

  /**
   * A guard did not hold, so nothing of the changeset was written: the version had moved, or the
   * key is taken.
   */
  record Refused(Write guard) implements CommitResult {}

  /**
   * The database would not have a row of it (most often SQLSTATE class 22 or 23), so nothing of the
   * changeset was written.
   *
   * @param constraint the name of the constraint that was violated, empty where the error names
   *     none
   */
  record Rejected(String sqlState, String constraint, String message) implements CommitResult {}
}
